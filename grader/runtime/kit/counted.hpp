#pragma once
// What is precompiled for stubs whose costs are counted, in place of student.hpp: each of their
// accesses to memory calls the harness.

// GCC puts no call before these two: a thread that waits for a flag would be alone in the world.
#ifndef __clang__
#define __atomic_test_and_set(flag, order) __atomic_exchange_n(flag, 1, order)
#define __atomic_clear(flag, order) __atomic_store_n(flag, 0, order)
#endif
#include "standard.hpp"
#undef __atomic_test_and_set
#undef __atomic_clear

#include <softmark/rows.hpp>

#define SOFTMARK_COUNTED

// Code that is not counted is none of C++ alone. From here on who writes one of these gets an
// error: assembly, functions without calls of the harness, and names of what those calls reach.
#pragma GCC poison asm __asm __asm__ symver __symver__ redefine_extname dlsym dlvsym
#pragma GCC poison no_sanitize __no_sanitize__ no_sanitize_address __no_sanitize_address__ \
    no_address_safety_analysis __no_address_safety_analysis__ disable_sanitizer_instrumentation \
    __disable_sanitizer_instrumentation__ address_space __address_space__
// Numbers in pairs or more: GCC puts no call before the parts of complex ones, nor is there one
// before what instructions on vectors read.
#pragma GCC poison complex _Complex __complex__ __real__ __imag__ \
    vector_size __vector_size__ ext_vector_type __ext_vector_type__
// The library's copies beside memcpy and its kin, and other stacks.
#pragma GCC poison bcopy swab memccpy wmemcpy wmemmove wmempcpy __mempcpy __memcpy_chk \
    __memmove_chk __mempcpy_chk __builtin___memcpy_chk __builtin___memmove_chk \
    __builtin___mempcpy_chk makecontext swapcontext setcontext sigaltstack
#pragma GCC poison@KIT_COUNTED_NAMES@
