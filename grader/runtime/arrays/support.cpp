// The classes of arrays and views, compiled once: exercises/include/softmark/eager/instances.hpp
// declares them to every other program. And what the functions here share.

#define SOFTMARK_INSTANCES  // without extern
#include "softmark/eager/instances.hpp"

#include "arrays/support.hpp"

namespace softmark::eager {

SharedCopy::SharedCopy() = default;
SharedCopy::SharedCopy(const SharedCopy&) = default;
SharedCopy::SharedCopy(SharedCopy&&) noexcept = default;
SharedCopy& SharedCopy::operator=(const SharedCopy&) = default;
SharedCopy& SharedCopy::operator=(SharedCopy&&) noexcept = default;
SharedCopy::~SharedCopy() = default;

Shape::Shape(const std::size_t* first, std::size_t count) {
  for (std::size_t axis = 0; axis < count; ++axis) add(first[axis]);
}

void Shape::add(std::size_t length) {
  if (rank == most) throw std::invalid_argument("arrays have at most 8 axes here");
  lengths[rank++] = length;
}

std::size_t Shape::size() const {
  std::size_t product = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) product *= lengths[axis];
  return product;
}

Shape shape_of(const Operand& a) { return Shape(a.shape, a.rank); }

Operand only_shape(const Shape& shape) {
  Operand result;
  result.shape = shape.lengths;
  result.rank = static_cast<unsigned>(shape.rank);
  return result;
}

std::string text(const Shape& shape) {
  std::string words = "(";
  for (std::size_t axis = 0; axis < shape.rank; ++axis) {
    words += (axis > 0 ? ", " : "") + std::to_string(shape[axis]);
  }
  return words + (shape.rank == 1 ? ",)" : ")");
}

std::size_t axis_of(const char* function, std::ptrdiff_t axis, const Operand& a) {
  const auto rank = static_cast<std::ptrdiff_t>(a.rank);
  if (axis >= -rank && axis < rank) return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
  throw std::invalid_argument(std::string(function) + ": an array of shape " + text(a) +
                              " has no axis " + std::to_string(axis));
}

std::size_t inner_size(const Shape& shape, std::size_t axis) {
  std::size_t inner = 1;
  for (std::size_t i = axis + 1; i < shape.rank; ++i) inner *= shape[i];
  return inner;
}

Strides dense_strides(const Shape& shape) {
  Strides strides{};
  std::ptrdiff_t stride = 1;
  for (std::size_t axis = shape.rank; axis-- > 0;) {
    strides[axis] = shape[axis] == 1 ? 0 : stride;
    stride *= static_cast<std::ptrdiff_t>(shape[axis]);
  }
  return strides;
}

bool broadcasts(const Operand& a, const Shape& shape) {
  bool fits = a.rank <= shape.rank;
  for (std::size_t back = 1; fits && back <= a.rank; ++back) {
    const std::size_t length = a.shape[a.rank - back];
    fits = length == 1 || length == shape[shape.rank - back];
  }
  return fits;
}

Strides broadcast_strides(const Operand& a, const Shape& shape) {
  Strides strides{};
  for (std::size_t back = 1; back <= a.rank && back <= shape.rank; ++back) {
    if (a.shape[a.rank - back] != 1) strides[shape.rank - back] = a.strides[a.rank - back];
  }
  return strides;
}

bool in_order(const Operand& a, const Shape& shape) {
  return broadcast_strides(a, shape) == dense_strides(shape);
}

std::size_t dense_places(const std::size_t* shape, std::size_t rank, std::ptrdiff_t* strides,
                         std::ptrdiff_t* backstrides) {
  std::ptrdiff_t size = 1;
  for (std::size_t axis = rank; axis-- > 0;) {
    strides[axis] = size;
    size *= static_cast<std::ptrdiff_t>(shape[axis]);
  }
  given_places(shape, rank, strides, backstrides);
  return static_cast<std::size_t>(size);
}

std::ptrdiff_t offset_of(std::size_t i, const std::size_t* shape, const std::ptrdiff_t* strides,
                         std::size_t rank) {
  std::ptrdiff_t sum = 0;
  for (std::size_t axis = rank; axis-- > 0; i /= shape[axis])
    sum += static_cast<std::ptrdiff_t>(i % shape[axis]) * strides[axis];
  return sum;
}

void given_places(const std::size_t* shape, std::size_t rank, std::ptrdiff_t* strides,
                  std::ptrdiff_t* backstrides) {
  for (std::size_t axis = 0; axis < rank; ++axis) {
    if (shape[axis] == 1) strides[axis] = 0;
    backstrides[axis] = strides[axis] * (static_cast<std::ptrdiff_t>(shape[axis]) - 1);
  }
}

void refuse_layout(bool strides) {
  throw std::runtime_error(
      strides ? "Cannot resize with custom strides when layout() is != layout_type::dynamic."
              : "Cannot change layout_type if template parameter not layout_type::dynamic.");
}

void refuse_index(std::size_t index, std::size_t axis, std::size_t length) {
  throw std::out_of_range("index " + std::to_string(static_cast<std::ptrdiff_t>(index)) +
                          " is out of bounds for axis " + std::to_string(axis) + " with size " +
                          std::to_string(length));
}

#define SOFTMARK_NUMBER(type, name)    \
  Operand operand(type number) {       \
    Operand result;                    \
    result.real = 0;                   \
    result.name = number;              \
    result.element = element_of<type>; \
    return result;                     \
  }
SOFTMARK_NUMBER(bool, boolean)
SOFTMARK_NUMBER(int, integer)
SOFTMARK_NUMBER(long, long_integer)
SOFTMARK_NUMBER(unsigned long, size)
SOFTMARK_NUMBER(double, real)
#undef SOFTMARK_NUMBER

template <std::size_t K>
void for_each_run(const Shape& shape, const std::array<Strides, K>& strides, RunFunction<K>* f,
                  const void* closure) {
  if (shape.size() == 0) return;
  const std::size_t outer = shape.rank == 0 ? 0 : shape.rank - 1;
  const std::size_t count = shape.rank == 0 ? 1 : shape[outer];
  std::array<std::ptrdiff_t, K> offsets{};
  std::array<std::ptrdiff_t, K> steps{};
  if (shape.rank > 0)
    for (std::size_t k = 0; k < K; ++k) steps[k] = strides[k][outer];
  std::size_t index[Shape::most] = {};
  while (true) {
    f(closure, offsets, count, steps);
    for (std::size_t axis = outer;;) {
      if (axis-- == 0) return;
      for (std::size_t k = 0; k < K; ++k) offsets[k] += strides[k][axis];
      if (++index[axis] < shape[axis]) break;
      for (std::size_t k = 0; k < K; ++k)
        offsets[k] -= strides[k][axis] * static_cast<std::ptrdiff_t>(shape[axis]);
      index[axis] = 0;
    }
  }
}

template <class T>
void copy_elements(const Operand& a, const Shape& shape, T* target) {
  if (a.data == nullptr) {
    std::fill_n(target, shape.size(), number_of<T>(a));
    return;
  }
  with_element(a.element, [&](auto like) {
    using S = decltype(like);
    const S* source = static_cast<const S*>(a.data);
    const auto copy = [&target](const S* from, std::size_t count, std::ptrdiff_t step) {
      T* const to = target;
      if (step == 1 && std::is_same_v<S, T>) {
        std::copy_n(from, count, to);
      } else {
        for (std::size_t i = 0; i < count; ++i, from += step) to[i] = static_cast<T>(*from);
      }
      target += count;
    };
    if (in_order(a, shape)) {
      copy(source, shape.size(), 1);
      return;
    }
    for_each_run<1>(shape, {broadcast_strides(a, shape)},
                    [&](const auto& offsets, std::size_t count, const auto& steps) {
                      copy(source + offsets[0], count, steps[0]);
                    });
  });
}

template <class T>
Row<T>::Row(const Operand& a) : shape_(shape_of(a)), number_(), data_(&number_) {
  if (a.data == nullptr) {
    number_ = number_of<T>(a);
  } else if (a.element == element_of<T> && in_order(a, shape_)) {
    data_ = static_cast<const T*>(a.data);
  } else {
    copied_.resize(size() * sizeof(T));
    T* target = reinterpret_cast<T*>(copied_.data());
    copy_elements(a, shape_, target);
    data_ = target;
  }
}

template <class T>
Strides Row<T>::strides(const Shape& shape) const {
  const Strides own = dense_strides(shape_);
  Operand row = only_shape(shape_);
  row.strides = own.data();
  return broadcast_strides(row, shape);
}

namespace {

std::string axes_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " axis" : " axes");
}

[[noreturn]] void refuse_shape(std::size_t axes, const Shape& shape) {
  throw std::invalid_argument("an array with " + axes_text(axes) + " cannot have the shape " +
                              text(shape));
}

}  // namespace

void refuse_axes(std::size_t has, std::size_t given) {
  throw std::runtime_error("an array with " + axes_text(has) + " cannot have " + axes_text(given) +
                           ": xt::reshape_view(A, {...}) gives an array with others");
}

void refuse_shapes(const std::size_t* left, std::size_t left_axes, const std::size_t* right,
                   std::size_t right_axes) {
  const auto text = [](const std::size_t* shape, std::size_t axes) {
    std::string lengths;
    for (std::size_t axis = 0; axis < axes; ++axis) lengths += std::to_string(shape[axis]) + ", ";
    return "(" + lengths + ")";
  };
  const std::string message =
      "Incompatible dimension of arrays:\n LHS shape = " + text(left, left_axes) +
      "\n RHS shape = " + text(right, right_axes);
  throw xt::broadcast_error(message.c_str());
}

void check_index(const std::size_t* shape, std::size_t axes, const Index* index,
                 std::size_t count) {
  if (count > axes) {
    index += count - axes;
    count = axes;
  }
  const std::size_t first = axes - count;
  for (std::size_t axis = first; axis < axes; ++axis) {
    const auto [value, negative] = index[axis - first];
    if (value < shape[axis] || shape[axis] == 1) continue;
    throw std::out_of_range(
        "index " +
        (negative ? std::to_string(static_cast<std::ptrdiff_t>(value)) : std::to_string(value)) +
        " is out of bounds for axis " + std::to_string(axis) + " with size " +
        std::to_string(shape[axis]) +
        (first > 0 ? " (fewer indices than axes belong to the last axes)" : ""));
  }
}

namespace {

[[noreturn]] void refuse_at(const char* file, int line, const std::string& reason) {
  throw std::runtime_error(std::string(file) + ':' + std::to_string(line) + ": " + reason);
}

}  // namespace

void refuse_access(const char* file, int line, const char* reason) {
  refuse_at(file, line, std::string("check failed\n\t") + reason);
}
void refuse_state(const char* file, int line, const char* expected) {
  refuse_at(file, line, std::string("assertion failed (") + expected + ") \n\t");
}
void refuse_use(const char* what, const char* message, const char* file, int line) {
  throw std::runtime_error(std::string(what) + "\n" + message + "\n  " + file + '(' +
                           std::to_string(line) + ")\n");
}
void refuse_use(const char* what, const std::string& message, const char* file, int line) {
  refuse_use(what, message.c_str(), file, line);
}

template <class R>
R allocated(const Shape& shape) {
  if constexpr (rank_of<R> == dynamic) {
    return R::from_shape(std::vector<std::size_t>(shape.lengths, shape.lengths + shape.rank));
  } else {
    if (shape.rank != static_cast<std::size_t>(rank_of<R>)) refuse_shape(rank_of<R>, shape);
    typename R::shape_type lengths;
    for (std::size_t axis = 0; axis < lengths.size(); ++axis) lengths[axis] = shape[axis];
    return R::from_shape(lengths);
  }
}

}  // namespace softmark::eager
