"""Has lldb print the course's arrays as matrices."""

import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from array_text import array_text  # noqa: E402


def member(value, name):
    """A member of the value or of a class below it."""
    found = value.GetChildMemberWithName(name)
    if found.IsValid():
        return found
    for i in range(value.GetType().GetNumberOfDirectBaseClasses()):
        found = member(value.GetChildAtIndex(i), name)
        if found.IsValid():
            return found
    return found


def array_summary(value, _):
    value = value.GetNonSyntheticValue()
    if value.GetType().IsReferenceType():
        value = value.Dereference()
    storage = member(value, "storage_")
    if not storage.IsValid():
        storage = member(value, "m_storage")
    begin, end = storage.GetChildMemberWithName("p_begin"), storage.GetChildMemberWithName("p_end")
    kind = begin.GetType().GetPointeeType().GetCanonicalType().GetUnqualifiedType().GetName()
    lengths = member(value, "m_shape").GetNonSyntheticValue().GetChildMemberWithName("_M_elems")
    shape = [lengths.GetChildAtIndex(i).GetValueAsUnsigned() for i in range(lengths.GetNumChildren())]
    first = begin.GetValueAsUnsigned()
    size = end.GetValueAsUnsigned() - first
    return array_text(shape, kind, size,
                      lambda: value.GetProcess().ReadMemory(first, size, lldb.SBError()) or b"")


def __lldb_init_module(debugger, _):
    debugger.HandleCommand('type summary add --no-value --hide-empty --python-function '
                           'lldb_arrays.array_summary --regex "^xt::xtensor_container<.*>$"')
