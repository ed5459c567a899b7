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


def not_set_yet(value):
    """Whether the declaration of a local variable is not done yet where the program stands."""
    declared, here = value.GetDeclaration(), value.GetFrame().GetLineEntry()
    return (value.GetValueType() == lldb.eValueTypeVariableLocal and declared.GetLine() >= here.GetLine() and
            declared.GetFileSpec().GetFilename() == here.GetFileSpec().GetFilename())


def array_summary(value, _):
    if not_set_yet(value):
        return "not set yet"
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
