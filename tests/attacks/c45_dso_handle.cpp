// attack: defines symbols that belong to the object at the start of the link, and to the linker
// verdict: build_failed

#include "matrix_attention.hpp"

extern "C" {
void* __dso_handle = nullptr;
long _DYNAMIC[64] = {};
long _GLOBAL_OFFSET_TABLE_[64] = {};
}

#include "returns_nothing.hpp"
