#pragma once
// What xtensor throws where shapes do not go together is compiled once, with the kit.
//
// Only <softmark/xtensor.hpp> includes this, before what calls it.

#if __has_include(<xtensor/utils/xexception.hpp>)
#include <xtensor/utils/xexception.hpp>
#else
#include <xtensor/xexception.hpp>
#endif

#include <cstddef>
#include <exception>
#include <string>
#include <type_traits>

namespace softmark::eager {

/// Throws xt::broadcast_error with the message of xtensor.
[[noreturn]] void refuse_shapes(const std::size_t* left, std::size_t left_axes,
                                const std::size_t* right, std::size_t right_axes);

/// An index as it was given, for the message.
struct Index {
  std::size_t value;
  bool negative;
};

/// Throws std::out_of_range with the message of xtensor where an index is beyond its axis.
void check_index(const std::size_t* shape, std::size_t axes, const Index* index, std::size_t count);

/// Throw std::runtime_error with the messages of xtensor's macros.
[[noreturn]] void refuse_access(const char* file, int line, const char* reason);
[[noreturn]] void refuse_state(const char* file, int line, const char* expected);
[[noreturn]] void refuse_use(const char* what, const char* message, const char* file, int line);
[[noreturn]] void refuse_use(const char* what, const std::string& message, const char* file,
                             int line);

template <class S>
concept Lengths = requires(const S& shape, const std::size_t*& lengths) {
  lengths = shape.data();
  shape.size();
};

}  // namespace softmark::eager

namespace xt {

template <class S1, class S2>
requires softmark::eager::Lengths<S1> && softmark::eager::Lengths<S2>
[[noreturn]] void throw_broadcast_error(const S1& left, const S2& right) {
  softmark::eager::refuse_shapes(left.data(), left.size(), right.data(), right.size());
}

template <class S, class Arg, class... Args>
requires(softmark::eager::Lengths<S>&& std::is_integral_v<Arg> &&
         (std::is_integral_v<Args> && ...)) void check_index(const S& shape, Arg arg,
                                                             Args... args) {
  const softmark::eager::Index index[] = {{static_cast<std::size_t>(arg), arg < Arg(0)},
                                          {static_cast<std::size_t>(args), args < Args(0)}...};
  softmark::eager::check_index(shape.data(), shape.size(), index, 1 + sizeof...(Args));
}

}  // namespace xt

// The checks that xtensor's macros write into every function that has them. xtensor's own put a
// message together there.
#ifdef XTENSOR_ENABLE_ASSERT
#undef XTENSOR_TRY
#define XTENSOR_TRY(expr)                                         \
  try {                                                           \
    expr;                                                         \
  } catch (const std::exception& e) {                             \
    softmark::eager::refuse_access(__FILE__, __LINE__, e.what()); \
  }
#undef XTENSOR_ASSERT
#define XTENSOR_ASSERT(expr) \
  if (!(expr)) softmark::eager::refuse_state(__FILE__, __LINE__, #expr);
#undef XTENSOR_ASSERT_MSG
#define XTENSOR_ASSERT_MSG(expr, message) \
  if (!(expr)) softmark::eager::refuse_use("Assertion error!", message, __FILE__, __LINE__);
#endif
#undef XTENSOR_PRECONDITION
#define XTENSOR_PRECONDITION(expr, message) \
  if (!(expr)) softmark::eager::refuse_use("Precondition violation!", message, __FILE__, __LINE__);
