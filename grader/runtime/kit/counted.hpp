#pragma once
// What is precompiled for stubs whose costs are counted, in place of student.hpp: each of their
// accesses to memory calls the harness.

#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS  // as in student.hpp

// The same text gives the same program, whenever and wherever it is compiled.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wbuiltin-macro-redefined"
#define __DATE__ "Jan  1 1970"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Thu Jan  1 00:00:00 1970"
#pragma GCC diagnostic pop

// GCC puts no call before these two: a thread that waits for a flag would be alone in the world.
#ifndef __clang__
#define __atomic_test_and_set(flag, order) __atomic_exchange_n(flag, 1, order)
#define __atomic_clear(flag, order) __atomic_store_n(flag, 0, order)
#endif
#include <atomic>
#undef __atomic_test_and_set
#undef __atomic_clear

#include <softmark/rows.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <concepts>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <deque>
#include <functional>
#include <initializer_list>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <ranges>
#include <set>
#include <span>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

#ifdef __clang__
#include <future>
#include <thread>
#endif

// Code that is not counted is none of C++ alone. From here on who writes one of these gets an
// error: assembly, functions without calls of the harness, and names of what those calls reach.
#pragma GCC poison asm __asm __asm__ symver __symver__ redefine_extname dlsym dlvsym
#pragma GCC poison no_sanitize __no_sanitize__ no_sanitize_address __no_sanitize_address__ \
    no_address_safety_analysis __no_address_safety_analysis__ disable_sanitizer_instrumentation
#pragma GCC poison@KIT_COUNTED_NAMES@
