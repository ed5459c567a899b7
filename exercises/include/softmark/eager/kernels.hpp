#pragma once
// What the kit computes for the operators and functions on arrays: declared here, compiled once.
// R is always a plain array, and its elements are what xtensor would give.

#include <softmark/eager/operand.hpp>

#include <initializer_list>
#include <iosfwd>
#include <random>
#include <vector>

namespace softmark::eager {

enum class Unary : unsigned char {
  plus,
  minus,
  logical_not,
  bit_not,
  abs,
  sign,
  square,
  cube,
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sqrt,
  cbrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  erf,
  erfc,
  tgamma,
  lgamma,
  ceil,
  floor,
  trunc,
  round,
  nearbyint,
  rint,
  isfinite,
  isinf,
  isnan,
  nan_to_num
};

enum class Binary : unsigned char {
  add,
  subtract,
  multiply,
  divide,
  modulus,
  maximum,
  minimum,
  power,
  fmod,
  remainder,
  fmax,
  fmin,
  fdim,
  hypot,
  atan2,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  bit_and,
  bit_or,
  bit_xor
};

enum class Reduction : unsigned char {
  sum,
  product,
  mean,
  variance,
  stddev,
  largest,
  smallest,
  count_nonzero,
  norm_l1,
  norm_sq,
  norm_l2,
  norm_linf
};

/// Which axes a reducer takes away. Negative ones count from the end.
struct Axes {
  static constexpr std::size_t most = 8;
  std::ptrdiff_t list[most];
  std::size_t count;
  bool all;          ///< whatever the list
  bool keep;         ///< leaves an axis of length 1 in the place of each
  std::size_t ddof;  ///< what variances subtract from the number of elements
};
Axes all_axes(bool keep, std::size_t ddof = 0);

/// A shape as the kit takes it.
struct ShapeList {
  std::size_t lengths[8] = {};
  std::size_t rank = 0;
};

// All throw xt::broadcast_error, naming the operation and the shapes, where shapes do not fit.

/// `op` of each element. The elements of R are those of the operand's type after `op`.
template <class R>
R unary(Unary op, const Operand& a);
/// `op` of each pair of elements, after broadcasting. Both are first converted to `common`, the
/// type in which C++ combines them.
template <class R>
R binary(Binary op, Element common, const Operand& a, const Operand& b);
/// yes where condition holds, else no.
template <class R>
R select(const Operand& condition, const Operand& yes, const Operand& no);
/// Each element, but no less than low and no more than high.
template <class R>
R clip(const Operand& a, const Operand& low, const Operand& high);
/// Whether elements are nearly equal, as xt::isclose.
template <class R>
R close(const Operand& a, const Operand& b, double rtol, double atol, bool equal_nan);
/// The shape to which all broadcast.
ShapeList shape_of_all(std::initializer_list<Operand> operands);
/// The elements as those of R.
template <class R>
R converted(const Operand& a);
/// Sums, means and their like over some axes.
template <class R>
R reduce(Reduction op, const Operand& a, const Axes& axes);
/// Running sums or products along an axis, or over all elements.
template <class R>
R accumulate(Reduction op, const Operand& a, bool all, std::ptrdiff_t axis);
/// The place of the largest or smallest element along an axis, or in the row of all elements.
template <class R>
R arg_reduce(Reduction op, const Operand& a, bool all, std::ptrdiff_t axis);
/// In rising order along an axis, or all elements in one row; the order itself for argsort.
template <class R>
R sort(const Operand& a, bool all, std::ptrdiff_t axis);
template <class R>
R argsort(const Operand& a, bool all, std::ptrdiff_t axis);

/// The places of elements that are not 0, row by row: the index of each, as an I; or, for each
/// axis, their indices along it.
template <class I>
std::vector<I> places_of_nonzero(const Operand& a);
std::vector<std::vector<std::size_t>> nonzero_along_axes(const Operand& a);

bool all(const Operand& a);
bool any(const Operand& a);

/// An array of that shape, all elements alike.
template <class R>
R filled(const std::size_t* shape, std::size_t rank, const Operand& value);
/// start, start + step, …, `count` numbers.
template <class R>
R steps(const Operand& start, const Operand& step, std::size_t count);

enum class Join : unsigned char { concatenate, stack, hstack, vstack };
/// Arrays one behind the other.
template <class R>
R join(Join how, const Operand* parts, std::size_t count, std::size_t axis);
/// All elements in one row, in a new shape, in which one length may be -1.
template <class R>
R reshaped(const Operand& a, const std::ptrdiff_t* shape, std::size_t rank);
/// Repeated along axes of length 1 to that shape.
template <class R>
R broadcast(const Operand& a, const std::size_t* shape, std::size_t rank);

/// Numbers from a generator, element by element: whole ones of at least `low` and below `high`, or
/// real ones.
template <class R>
R random_integers(const std::size_t* shape, std::size_t rank, long low, long high,
                  std::mt19937& engine);
template <class R>
R random_reals(const std::size_t* shape, std::size_t rank, double low, double high,
               std::mt19937& engine);

/// The array as xtensor prints it.
void print(std::ostream& stream, const Operand& a);

}  // namespace softmark::eager
