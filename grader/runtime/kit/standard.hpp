#pragma once
// Of the standard library, what programs include.

// The special functions of C++17 (Bessel and their like) are templates that GCC instantiates in
// every stub. None of the exercises needs them, and without them it compiles a quarter sooner.
#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS

// The same text gives the same program, whenever and wherever it is compiled.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wbuiltin-macro-redefined"
#define __DATE__ "Jan  1 1970"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Thu Jan  1 00:00:00 1970"
#pragma GCC diagnostic pop

#include <algorithm>
#include <array>
#include <atomic>
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
// What GCC would instantiate for every program, and clang takes a quarter of a second to read.
#include <future>
#include <thread>
#endif
