#pragma once
// Calls a student's function with inputs that arrive as plain arrays: each parameter is made from
// the next arrays by its type alone, so that an exercise needs no code of its own here.

#include "core/tensor.hpp"

#include <softmark/exercise.hpp>
#include <softmark/rows.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace grader::harness {

/// Whether a T can hold the value: what a student's function sent back can be any number.
template <class T>
bool can_hold(double value) {
  if constexpr (!std::is_integral_v<T>) return true;
  constexpr double end = 2.0 * (std::numeric_limits<T>::max() / 2 + 1);  // the first too large
  return value >= static_cast<double>(std::numeric_limits<T>::min()) && value < end &&
         std::trunc(value) == value;
}

/// `value` as a T. Throws std::logic_error where a T cannot hold it.
template <class T>
T exactly(double value) {
  if (!can_hold<T>(value))
    throw std::logic_error("expected whole numbers, of a size that they can have");
  return static_cast<T>(value);
}

/// Hands out a case's arrays from first to last.
class Inputs {
 public:
  explicit Inputs(std::span<const Tensor> tensors) : rest_(tensors) {}

  /// The next array. Throws std::logic_error where none is left or its rank is not `rank`.
  const Tensor& next(std::size_t rank);
  bool empty() const { return rest_.empty(); }

 private:
  std::span<const Tensor> rest_;
};

/// One call: inputs in, results out. The binding of an exercise defines softmark_call for it.
struct Call {
  Inputs inputs;
  std::vector<Tensor> results;
  /// How many numbers the function drew from a generator that it got; nothing for very many.
  std::optional<std::size_t> draws;
  /// Come before the arguments are made, before the function is called, and after it.
  void (*stages[3])() = {[] {}, [] {}, [] {}};
};

// ---- how many fields a plain struct has, and references to them ----

struct AnyField {
  template <class T>
  operator T() const;
};

template <class T, std::size_t... I>
constexpr bool takes_fields(std::index_sequence<I...>) {
  return requires { T{((void)I, AnyField{})...}; };
}

template <class T, std::size_t N = 1>
constexpr std::size_t field_count() {
  static_assert(N <= 12, "a struct parameter has at most 12 fields");
  if constexpr (!takes_fields<T>(std::make_index_sequence<N + 1>{}) &&
                takes_fields<T>(std::make_index_sequence<N>{})) {
    return N;
  } else {
    return field_count<T, N + 1>();
  }
}

// ---- one parameter from the next arrays ----

template <class T>
struct Decode;

template <class T, std::size_t N>
struct Decode<xt::xtensor<T, N>> {
  static xt::xtensor<T, N> from(Inputs& inputs) {
    const Tensor& tensor = inputs.next(N);
    return of(tensor.shape.data(), tensor.values.data());
  }

  static xt::xtensor<T, N> of(const std::size_t* lengths, const double* values) {
    typename xt::xtensor<T, N>::shape_type shape;
    std::copy_n(lengths, N, shape.begin());
    auto array = xt::xtensor<T, N>::from_shape(shape);
    std::transform(values, values + array.size(), array.data(), exactly<T>);
    return array;
  }
};

/// A list of arrays is one array with a further axis in front.
template <class T, std::size_t N>
struct Decode<std::vector<xt::xtensor<T, N>>> {
  static std::vector<xt::xtensor<T, N>> from(Inputs& inputs) {
    const Tensor& tensor = inputs.next(N + 1);
    std::vector<xt::xtensor<T, N>> list;
    const double* values = tensor.values.data();
    for (std::size_t i = 0; i < tensor.shape[0]; ++i) {
      list.push_back(Decode<xt::xtensor<T, N>>::of(tensor.shape.data() + 1, values));
      values += list.back().size();
    }
    return list;
  }
};

template <class T>
struct Decode<softmark::Table<T>> {
  static softmark::Table<T> from(Inputs& inputs) {
    const Tensor& tensor = inputs.next(2);
    softmark::Table<T> table(tensor.shape[0], tensor.shape[1]);
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
      table.data()[i] = static_cast<T>(tensor.values[i]);
    return table;
  }
};

template <>
struct Decode<softmark::Stream> {
  static softmark::Stream from(Inputs& inputs) {
    const Tensor& tensor = inputs.next(1);
    return softmark::Stream({tensor.values.begin(), tensor.values.end()});
  }
};

template <class T>
requires std::is_arithmetic_v<T>
struct Decode<T> {
  static T from(Inputs& inputs) { return exactly<T>(inputs.next(0).values[0]); }
};

/// A generator arrives as its seed.
template <>
struct Decode<std::mt19937> {
  static std::mt19937 from(Inputs& inputs) {
    return std::mt19937(exactly<std::uint32_t>(inputs.next(0).values[0]));
  }
};

/// A plain struct takes its fields from first to last.
template <class T>
requires std::is_aggregate_v<T>
struct Decode<T> {
  static T from(Inputs& inputs) {
    return fill(inputs, std::make_index_sequence<field_count<T>()>{});
  }

 private:
  /// Converts to whatever type the field has, by decoding it.
  struct Field {
    Inputs& inputs;
    template <class F>
    operator F() const {
      return Decode<F>::from(inputs);
    }
  };

  template <std::size_t... I>
  static T fill(Inputs& inputs, std::index_sequence<I...>) {
    return T{((void)I, Field{inputs})...};  // braces: from left to right
  }
};

// ---- the results as plain arrays ----

template <class E>
void encode(const E& value, std::vector<Tensor>& results);

/// A plain struct gives its fields from first to last.
template <class T>
void encode_fields(const T& value, std::vector<Tensor>& results) {
  constexpr std::size_t count = field_count<T>();
  static_assert(count <= 6, "a struct result has at most 6 fields");
  const auto all = [&](const auto&... fields) { (encode(fields, results), ...); };
  if constexpr (count == 1) {
    const auto& [a] = value;
    all(a);
  } else if constexpr (count == 2) {
    const auto& [a, b] = value;
    all(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = value;
    all(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  } else {
    const auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  }
}

template <class E>
constexpr bool is_table = false;
template <class T>
constexpr bool is_table<softmark::Table<T>> = true;

template <class E>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = std::is_aggregate_v<T>;

template <class E>
concept TupleLike = requires {
  std::tuple_size<E>::value;
};

/// A number, an array of numbers, or a pair, tuple or plain struct of those; or a list of structs:
/// how many there are, then the first of them, as long as a reply has room.
template <class E>
void encode(const E& value, std::vector<Tensor>& results) {
  if constexpr (std::is_arithmetic_v<E>) {
    results.push_back({{}, {static_cast<double>(value)}});
  } else if constexpr (is_table<E>) {
    const Shape shape{value.shape(0), value.shape(1)};
    results.push_back({shape, {value.data(), value.data() + shape[0] * shape[1]}});
  } else if constexpr (TupleLike<E>) {
    std::apply([&](const auto&... parts) { (encode(parts, results), ...); }, value);
  } else if constexpr (is_list<E>) {
    results.push_back({{}, {static_cast<double>(value.size())}});
    for (const auto& each : value)
      if (results.size() < 120) encode(each, results);
  } else if constexpr (std::is_aggregate_v<E>) {
    encode_fields(value, results);
  } else {
    const auto& array = softmark::detail::evaluated(value);
    results.push_back({Shape(array.shape().begin(), array.shape().end()),
                       std::vector<double>(array.begin(), array.end())});
  }
}

/// The generators among the arguments, as they are now.
template <class... Arguments>
std::vector<std::mt19937> generators_in(const std::tuple<Arguments...>& arguments) {
  std::vector<std::mt19937> found;
  const auto keep = [&](const auto& each) {
    if constexpr (std::is_same_v<decltype(each), const std::mt19937&>) found.push_back(each);
  };
  std::apply([&](const auto&... each) { (keep(each), ...); }, arguments);
  return found;
}

/// Calls `function` with the inputs of `call` and keeps its results there.
template <class Result, class... Parameters>
void invoke(Result (*function)(Parameters...), Call& call) {
  call.stages[0]();
  std::tuple<std::remove_cvref_t<Parameters>...> arguments{
      Decode<std::remove_cvref_t<Parameters>>::from(call.inputs)...};
  if (!call.inputs.empty())
    throw std::logic_error("the case has more inputs than the function takes");
  std::vector<std::mt19937> drawn = generators_in(arguments);
  const auto with = [&](auto&... each) -> Result {
    return function(std::forward<Parameters>(each)...);
  };
  call.stages[1]();
  const auto& result = std::apply(with, arguments);
  call.stages[2]();
  encode(result, call.results);
  if (drawn.empty()) return;
  const std::vector<std::mt19937> now = generators_in(arguments);
  constexpr std::size_t very_many = 1 << 16;
  std::size_t most = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    std::size_t draws = 0;
    for (; draws < very_many && drawn[i] != now[i]; ++draws) drawn[i]();
    most = std::max(most, draws);
  }
  if (most < very_many) call.draws = most;
}

}  // namespace grader::harness

/// Defined by the binding that is compiled for an exercise and linked beside the student's code.
extern "C" void softmark_call(grader::harness::Call& call);
