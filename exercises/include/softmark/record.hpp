#pragma once
// record(): shows an intermediate result to the grader.

#include <softmark/arrays.hpp>
#include <softmark/dot.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace softmark {

namespace detail {
/// Keeps a copy of `values` (row by row) for the reply of this run.
void record(std::string_view name, std::size_t rank, const std::size_t* shape,
            const double* values);
}  // namespace detail

/// Hands a copy of `value` to the grader under the name of a step, such as record("scores",
/// scores). From it the grader names the first step that goes wrong. Recording is optional: the
/// grade depends on the returned value alone. A step inside a loop is recorded once a turn; the
/// turns are kept in order.
template <class E>
void record(std::string_view name, const E& value) {
  if constexpr (std::is_arithmetic_v<E>) {
    const double scalar = static_cast<double>(value);
    detail::record(name, 0, nullptr, &scalar);
  } else {
    const auto& array = detail::evaluated(value);
    detail::record(name, array.dimension(), array.shape().data(), array.data());
  }
}

/// The same for what is recorded most, compiled once, with the kit.
template <class A>
requires(std::is_same_v<A, Vector> || std::is_same_v<A, Matrix> ||
         std::is_same_v<A, Tensor3>) void record(const char* name, const A& value);
#ifndef SOFTMARK_INSTANCES  // as in eager/instances.hpp
template <>
void record(const char*, const Vector&);
template <>
void record(const char*, const Matrix&);
template <>
void record(const char*, const Tensor3&);
#endif

/// What record() is in reference versions: the steps are the student's own.
template <class E>
void silent_record(std::string_view, const E&) {}

}  // namespace softmark
