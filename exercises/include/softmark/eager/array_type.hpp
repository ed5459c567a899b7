#pragma once
// xt::xtensor with elements that are computed at once: xtensor's own class, but for the members
// that every program uses. Those are compiled once, with the kit, and elements are found in one
// step.

//
// Only <softmark/xtensor.hpp> includes this, after xtensor's own class.

#include <softmark/eager/elements.hpp>

namespace xt {

template <class T, std::size_t N>
requires softmark::eager::is_element<T>
class xtensor_container<uvector<T>, N, layout_type::row_major, xtensor_expression_tag>
    : public xstrided_container<xtensor<T, N>>, public xcontainer_semantic<xtensor<T, N>> {
 public:
  using self_type = xtensor_container;
  using base_type = xstrided_container<self_type>;
  using semantic_base = xcontainer_semantic<self_type>;
  using storage_type = typename base_type::storage_type;
  using allocator_type = typename base_type::allocator_type;
  using value_type = typename base_type::value_type;
  using reference = typename base_type::reference;
  using const_reference = typename base_type::const_reference;
  using pointer = typename base_type::pointer;
  using const_pointer = typename base_type::const_pointer;
  using shape_type = typename base_type::shape_type;
  using inner_shape_type = typename base_type::inner_shape_type;
  using strides_type = typename base_type::strides_type;
  using backstrides_type = typename base_type::backstrides_type;
  using inner_backstrides_type = typename base_type::inner_backstrides_type;
  using inner_strides_type = typename base_type::inner_strides_type;
  using temporary_type = typename semantic_base::temporary_type;
  using expression_tag = xtensor_expression_tag;
  static constexpr std::size_t rank = N;

  xtensor_container();
  xtensor_container(nested_initializer_list_t<T, N> rows);
  explicit xtensor_container(const shape_type& shape, layout_type layout = layout_type::row_major);
  explicit xtensor_container(const shape_type& shape, const_reference value,
                             layout_type layout = layout_type::row_major);
  explicit xtensor_container(const shape_type& shape, const strides_type& strides);
  explicit xtensor_container(const shape_type& shape, const strides_type& strides,
                             const_reference value);
  explicit xtensor_container(storage_type&& storage, inner_shape_type&& shape,
                             inner_strides_type&& strides);
  xtensor_container(const xtensor_container&);
  xtensor_container(xtensor_container&&);
  xtensor_container& operator=(const xtensor_container&);
  xtensor_container& operator=(xtensor_container&&);
  ~xtensor_container();

  template <class S = shape_type>
  static xtensor_container from_shape(S&& shape) {
    return with_shape(shape.size(), xtl::forward_sequence<shape_type, S>(shape));
  }

  /// The elements of any expression, evaluated.
  template <class E>
  xtensor_container(const xexpression<E>& e)
#ifdef __clang__
      // Clang looks at every constructor that delegates to another, in every program.
      : storage_(N == 0 ? 1 : 0, T())
#else
      // GCC instantiates what all members and bases begin and end with, unless this delegates.
      : xtensor_container()
#endif
  {
    take(e);
  }
  template <class E>
  xtensor_container& operator=(const xexpression<E>& e) {
    if constexpr (softmark::eager::held<E>()) {
      take(e);
      return *this;
    } else {
      return semantic_base::operator=(e);
    }
  }

  // What xtensor's bases have as well, found here first.
  std::size_t size() const noexcept;
  std::size_t dimension() const noexcept { return N; }
  const shape_type& shape() const noexcept;
  std::size_t shape(std::size_t axis) const;
  const strides_type& strides() const noexcept;
  T* data() noexcept;
  const T* data() const noexcept;
  storage_type& storage() noexcept;
  const storage_type& storage() const noexcept;
  using base_type::begin;
  using base_type::cbegin;
  using base_type::cend;
  using base_type::end;
  T* begin() noexcept;
  T* end() noexcept;
  const T* begin() const noexcept;
  const T* end() const noexcept;
  const T* cbegin() const noexcept;
  const T* cend() const noexcept;
  using base_type::resize;
  void resize(const shape_type& shape);
  void resize(shape_type&& shape);
  template <class S>
  void resize(S&& shape, bool force = false) {
    check_rank(shape.size());
    base_type::resize(std::forward<S>(shape), force);
  }
  void fill(const T& value);
  // xtensor's write beyond the shape where it gets more or fewer axes.
  template <class S = shape_type>
  auto& reshape(S&& shape, layout_type layout = layout_type::row_major) & {
    check_rank(shape.size());
    return base_type::reshape(std::forward<S>(shape), layout);
  }
  template <class I>
  auto& reshape(std::initializer_list<I> shape, layout_type layout = layout_type::row_major) & {
    check_rank(shape.size());
    return base_type::reshape(shape, layout);
  }
  /// Of an array without a name, such as xt::arange gives, an array of any rank.
  template <class I, std::size_t M>
  xtensor<T, M> reshape(const I (&shape)[M]) && {
    return softmark::eager::in_other_shape<xtensor<T, M>>(*this, shape);
  }
  template <class S>
  xarray<T> reshape(const S& shape) && {
    return softmark::eager::in_other_shape<xarray<T>>(*this, shape);
  }

  using base_type::operator();
  // With one index an axis; other numbers of them go to xtensor.
  T& operator()() requires(N == 0);
  const T& operator()() const requires(N == 0);
  template <class First, class... I>
  requires softmark::eager::Indices<N, First, I...> T& operator()(First first, I... i) {
    return at_index({static_cast<std::size_t>(first), static_cast<std::size_t>(i)...});
  }
  template <class First, class... I>
  requires softmark::eager::Indices<N, First, I...>
  const T& operator()(First first, I... i) const {
    return at_index({static_cast<std::size_t>(first), static_cast<std::size_t>(i)...});
  }

 private:
  static xtensor_container with_shape(std::size_t rank, const shape_type& shape);
  void take_shape(const shape_type& shape);
  T& at_index(const shape_type& index);
  const T& at_index(const shape_type& index) const;
  template <class E>
  void take(const xexpression<E>& e) {
    if constexpr (softmark::eager::held<E>()) {
      softmark::eager::assign(*this, softmark::eager::assigned(e.derived_cast()));
    } else {
      check_rank(e.derived_cast().dimension());
      semantic_base::assign(e);
    }
  }
  /// Throws std::runtime_error for another number of axes than this class has.
  static void check_rank(std::size_t rank);

  storage_type storage_;

  storage_type& storage_impl() noexcept { return storage_; }
  const storage_type& storage_impl() const noexcept { return storage_; }

  friend class xcontainer<xtensor_container>;
};

#define SOFTMARK_OF_ARRAY(result)                \
  template <class T, std::size_t N>              \
  requires softmark::eager::is_element<T> result \
      xtensor_container<uvector<T>, N, layout_type::row_major, xtensor_expression_tag>
SOFTMARK_OF_ARRAY()::xtensor_container() : storage_(N == 0 ? 1 : 0, T()) {}
SOFTMARK_OF_ARRAY()::xtensor_container(nested_initializer_list_t<T, N> rows) {
  take_shape(xt::shape<shape_type>(rows));
  nested_copy(storage_.begin(), rows);
}
SOFTMARK_OF_ARRAY()::xtensor_container(const shape_type& shape, layout_type layout) {
  if (layout != layout_type::row_major) softmark::eager::refuse_layout(false);
  take_shape(shape);
}
SOFTMARK_OF_ARRAY()::xtensor_container(const shape_type& shape, const_reference value,
                                       layout_type layout) {
  if (layout != layout_type::row_major) softmark::eager::refuse_layout(false);
  take_shape(shape);
  fill(value);
}
SOFTMARK_OF_ARRAY()::xtensor_container(const shape_type&, const strides_type&) {
  softmark::eager::refuse_layout(true);
}
SOFTMARK_OF_ARRAY()::xtensor_container(const shape_type&, const strides_type&, const_reference) {
  softmark::eager::refuse_layout(true);
}
SOFTMARK_OF_ARRAY()::xtensor_container(storage_type&& storage, inner_shape_type&& shape,
                                       inner_strides_type&& strides)
    : base_type(std::move(shape), std::move(strides)), storage_(std::move(storage)) {}
// Not defaulted in words: clang takes what has no body for one that each program may have to
// instantiate, whatever is said of it in eager/instances.hpp.
SOFTMARK_OF_ARRAY()::xtensor_container(const xtensor_container& other)
    : base_type(other), semantic_base(other), storage_(other.storage_) {}
SOFTMARK_OF_ARRAY()::xtensor_container(xtensor_container&& other)
    : base_type(std::move(other)),
      semantic_base(std::move(other)),
      storage_(std::move(other.storage_)) {}
SOFTMARK_OF_ARRAY(auto)::operator=(const xtensor_container& other) -> xtensor_container& {
  base_type::operator=(other);
  semantic_base::operator=(other);
  storage_ = other.storage_;
  return *this;
}
SOFTMARK_OF_ARRAY(auto)::operator=(xtensor_container&& other) -> xtensor_container& {
  base_type::operator=(std::move(other));
  semantic_base::operator=(std::move(other));
  storage_ = std::move(other.storage_);
  return *this;
}
SOFTMARK_OF_ARRAY()::~xtensor_container() {}
SOFTMARK_OF_ARRAY(auto)::with_shape(std::size_t rank, const shape_type& shape)
    -> xtensor_container {
  check_rank(rank);
  return xtensor_container(shape);
}
SOFTMARK_OF_ARRAY(void)::check_rank(std::size_t rank) {
  if (rank != N) softmark::eager::refuse_axes(N, rank);
}
SOFTMARK_OF_ARRAY(std::size_t)::size() const noexcept { return storage_.size(); }
SOFTMARK_OF_ARRAY(auto)::shape() const noexcept -> const shape_type& { return base_type::shape(); }
SOFTMARK_OF_ARRAY(std::size_t)::shape(std::size_t axis) const { return base_type::shape(axis); }
SOFTMARK_OF_ARRAY(auto)::strides() const noexcept -> const strides_type& {
  return base_type::strides();
}
SOFTMARK_OF_ARRAY(T*)::data() noexcept { return storage_.data(); }
SOFTMARK_OF_ARRAY(const T*)::data() const noexcept { return storage_.data(); }
SOFTMARK_OF_ARRAY(auto)::storage() noexcept -> storage_type& { return storage_; }
SOFTMARK_OF_ARRAY(auto)::storage() const noexcept -> const storage_type& { return storage_; }
SOFTMARK_OF_ARRAY(T*)::begin() noexcept { return storage_.begin(); }
SOFTMARK_OF_ARRAY(T*)::end() noexcept { return storage_.end(); }
SOFTMARK_OF_ARRAY(const T*)::begin() const noexcept { return storage_.begin(); }
SOFTMARK_OF_ARRAY(const T*)::end() const noexcept { return storage_.end(); }
SOFTMARK_OF_ARRAY(const T*)::cbegin() const noexcept { return storage_.begin(); }
SOFTMARK_OF_ARRAY(const T*)::cend() const noexcept { return storage_.end(); }
SOFTMARK_OF_ARRAY(void)::resize(const shape_type& shape) {
  if (shape != this->shape()) take_shape(shape);
}
SOFTMARK_OF_ARRAY(void)::resize(shape_type&& shape) {
  if (shape != this->shape()) take_shape(shape);
}
// xtensor's resize does the same for every class of its own, in five times as much code.
SOFTMARK_OF_ARRAY(void)::take_shape(const shape_type& shape) {
  this->shape_impl() = shape;
  storage_.resize(softmark::eager::dense_places(shape.data(), N, this->strides_impl().data(),
                                                this->backstrides_impl().data()));
}
SOFTMARK_OF_ARRAY(void)::fill(const T& value) {
  std::fill(storage_.begin(), storage_.end(), value);
}
SOFTMARK_OF_ARRAY(T&)::operator()() requires(N == 0) { return storage_[0]; }
SOFTMARK_OF_ARRAY(const T&)::operator()() const requires(N == 0) { return storage_[0]; }
SOFTMARK_OF_ARRAY(T&)::at_index(const shape_type& index) {
  return storage_[softmark::eager::place<N>(index.data(), this->shape().data(),
                                            this->strides().data())];
}
SOFTMARK_OF_ARRAY(const T&)::at_index(const shape_type& index) const {
  return storage_[softmark::eager::place<N>(index.data(), this->shape().data(),
                                            this->strides().data())];
}
#undef SOFTMARK_OF_ARRAY

}  // namespace xt
