"""Has gdb print the course's arrays as matrices."""

import os
import re
import sys

import gdb
import gdb.printing

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from array_text import array_text  # noqa: E402


def elements_of(array):
    """The address of the first, the type and the bytes of an array's elements."""
    names = [field.name for field in array.type.strip_typedefs().fields()]
    storage = array["storage_" if "storage_" in names else "m_storage"]
    begin, end = storage["p_begin"], storage["p_end"]
    return int(begin), str(begin.type.strip_typedefs().target().unqualified()), int(end) - int(begin)


class ArrayPrinter:
    def __init__(self, value):
        is_reference = value.type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)
        self.value = value.referenced_value() if is_reference else value

    def to_string(self):
        try:
            return self.text()
        except gdb.MemoryError:
            return "not there: was it ever set?"

    def text(self):
        address, kind, size = elements_of(self.value)
        lengths = self.value["m_shape"]
        rank = lengths.type.strip_typedefs().template_argument(1)
        shape = [int(lengths["_M_elems"][i]) for i in range(int(rank))] if int(rank) else []
        return array_text(shape, kind, size,
                          lambda: gdb.selected_inferior().read_memory(address, size).tobytes())


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("softmark")
    collection.add_printer("array", re.compile(r"^xt::xtensor_container<.*>$").pattern, ArrayPrinter)
    return collection


gdb.printing.register_pretty_printer(None, printers(), replace=True)
