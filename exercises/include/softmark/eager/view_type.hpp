#pragma once
// The one type of views on plain arrays, whatever the slices.
//
// xtensor gives each combination of slices a type of its own. This one keeps shape and strides as
// numbers, so that it is compiled once for each rank.

#include <softmark/eager/elements.hpp>
#include <softmark/reducers.hpp>
#include <softmark/xtensor.hpp>

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace softmark::eager {

/// The elements of an array from some place on. They are looked up when they are read, so that a
/// view follows an array that is assigned to.
template <class T>
class Elements {
 public:
  using value_type = std::remove_const_t<T>;
  using owner_type = std::conditional_t<std::is_const_v<T>, const xt::uvector<value_type>,
                                        xt::uvector<value_type>>;
  using allocator_type = typename xt::uvector<value_type>::allocator_type;
  using reference = T&;
  using const_reference = const value_type&;
  using pointer = T*;
  using const_pointer = const value_type*;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using iterator = pointer;
  using const_iterator = const_pointer;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  Elements(owner_type& owner, std::size_t offset) : owner_(&owner), offset_(offset) {}

  owner_type& owner() const { return *owner_; }
  std::size_t offset() const { return offset_; }

  /// xtensor asks for this where it makes a container; a view keeps the elements that it has.
  void resize(size_type) {}
  bool empty() const { return size() == 0; }
  size_type size() const { return owner_->size() - offset_; }
  pointer data() { return owner_->data() + offset_; }
  const_pointer data() const { return owner_->data() + offset_; }
  reference operator[](size_type i) { return data()[i]; }
  const_reference operator[](size_type i) const { return data()[i]; }
  iterator begin() { return data(); }
  iterator end() { return data() + size(); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + size(); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }

 private:
  owner_type* owner_;
  std::size_t offset_;
};

/// Goes through the elements of a view, row by row. It looks at the view's shape and strides, so
/// the view must outlive it.
template <class T>
class ViewIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;

  ViewIterator() = default;
  ViewIterator(T* first, const std::size_t* shape, const std::ptrdiff_t* strides, std::size_t rank,
               std::size_t place)
      : first_(first),
        shape_(shape),
        strides_(strides),
        rank_(rank),
        place_(static_cast<difference_type>(place)) {}

  T& operator*() const { return first_[offset(place_)]; }
  T* operator->() const { return first_ + offset(place_); }
  T& operator[](difference_type n) const { return first_[offset(place_ + n)]; }
  ViewIterator& operator++() { return ++place_, *this; }
  ViewIterator& operator--() { return --place_, *this; }
  ViewIterator operator++(int) { return *this += 1, *this - 1; }
  ViewIterator operator--(int) { return *this -= 1, *this + 1; }
  ViewIterator& operator+=(difference_type n) { return place_ += n, *this; }
  ViewIterator& operator-=(difference_type n) { return place_ -= n, *this; }
  friend ViewIterator operator+(ViewIterator it, difference_type n) { return it += n; }
  friend ViewIterator operator+(difference_type n, ViewIterator it) { return it += n; }
  friend ViewIterator operator-(ViewIterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ - b.place_;
  }
  friend bool operator==(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ == b.place_;
  }
  friend bool operator!=(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ != b.place_;
  }
  friend bool operator<(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ < b.place_;
  }
  friend bool operator>(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ > b.place_;
  }
  friend bool operator<=(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ <= b.place_;
  }
  friend bool operator>=(const ViewIterator& a, const ViewIterator& b) {
    return a.place_ >= b.place_;
  }

 private:
  T* first_ = nullptr;
  const std::size_t* shape_ = nullptr;
  const std::ptrdiff_t* strides_ = nullptr;
  std::size_t rank_ = 0;
  difference_type place_ = 0;  ///< how many elements lie before it

  difference_type offset(difference_type place) const {
    return rank_ == 1 ? place * strides_[0]
                      : offset_of(static_cast<std::size_t>(place), shape_, strides_, rank_);
  }
};

/// A view with N axes on an array with elements T, which is const where the array is.
template <class T, std::size_t N>
using View = xt::xtensor_view<Elements<T>, N, xt::layout_type::dynamic, xt::xtensor_expression_tag>;

}  // namespace softmark::eager

namespace xt {

template <class T, std::size_t N>
struct xcontainer_inner_types<softmark::eager::View<T, N>> {
  using storage_type = softmark::eager::Elements<T>;
  using reference = typename storage_type::reference;
  using const_reference = typename storage_type::const_reference;
  using size_type = std::size_t;
  using shape_type = std::array<std::size_t, N>;
  using strides_type = get_strides_t<shape_type>;
  using backstrides_type = strides_type;
  using inner_shape_type = shape_type;
  using inner_strides_type = strides_type;
  using inner_backstrides_type = strides_type;
  using temporary_type = xtensor<std::remove_const_t<T>, N>;
  static constexpr layout_type layout = layout_type::dynamic;
};

/// Written out, since xtensor's own xtensor_view assigns to the elements as if they were dense.
template <class T, std::size_t N>
class xtensor_view<softmark::eager::Elements<T>, N, layout_type::dynamic, xtensor_expression_tag>
    : public xstrided_container<softmark::eager::View<T, N>>,
      public xview_semantic<softmark::eager::View<T, N>> {
 public:
  using self_type = xtensor_view;
  using base_type = xstrided_container<self_type>;
  using semantic_base = xview_semantic<self_type>;
  using storage_type = typename base_type::storage_type;
  using allocator_type = typename base_type::allocator_type;
  using shape_type = typename base_type::shape_type;
  using strides_type = typename base_type::strides_type;
  using backstrides_type = typename base_type::backstrides_type;
  using temporary_type = typename semantic_base::temporary_type;
  using expression_tag = xtensor_expression_tag;

  xtensor_view(const storage_type& elements, const shape_type& shape, const strides_type& strides);
  xtensor_view(const xtensor_view&);
  ~xtensor_view();

  // Assignments change the elements. Nothing makes a view look elsewhere.
  xtensor_view& operator=(const xtensor_view& other) { return write(other); }
  template <class E>
  xtensor_view& operator=(const xexpression<E>& e) {
    return write(e.derived_cast());
  }
  template <class E>
  disable_xexpression<E, xtensor_view>& operator=(const E& number) {
    return write(number);
  }
  void fill(const T& number) { write(number); }

  using base_type::operator();
  // With one index an axis; other numbers of them go to xtensor.
  template <class First, class... I>
  requires softmark::eager::Indices<N, First, I...> T& operator()(First first, I... i) {
    return at_index({static_cast<std::size_t>(first), static_cast<std::size_t>(i)...});
  }
  template <class First, class... I>
  requires softmark::eager::Indices<N, First, I...>
  const std::remove_const_t<T>& operator()(First first, I... i) const {
    return at_index({static_cast<std::size_t>(first), static_cast<std::size_t>(i)...});
  }
  /// The i-th element, row by row.
  T& flat(std::size_t i);
  const std::remove_const_t<T>& flat(std::size_t i) const;

  // xtensor's iterators, found second, cost each program that has a loop a fifth of what it costs.
  using iterator = softmark::eager::ViewIterator<T>;
  using const_iterator = softmark::eager::ViewIterator<const T>;
  using base_type::begin;
  using base_type::cbegin;
  using base_type::cend;
  using base_type::crbegin;
  using base_type::crend;
  using base_type::end;
  using base_type::rbegin;
  using base_type::rend;
  iterator begin() {
    return {elements_.data(), this->shape().data(), this->strides().data(), N, 0};
  }
  iterator end() {
    return {elements_.data(), this->shape().data(), this->strides().data(), N, this->size()};
  }
  const_iterator begin() const {
    return {elements_.data(), this->shape().data(), this->strides().data(), N, 0};
  }
  const_iterator end() const {
    return {elements_.data(), this->shape().data(), this->strides().data(), N, this->size()};
  }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  std::reverse_iterator<iterator> rbegin() { return std::reverse_iterator<iterator>(end()); }
  std::reverse_iterator<iterator> rend() { return std::reverse_iterator<iterator>(begin()); }
  std::reverse_iterator<const_iterator> rbegin() const {
    return std::reverse_iterator<const_iterator>(end());
  }
  std::reverse_iterator<const_iterator> rend() const {
    return std::reverse_iterator<const_iterator>(begin());
  }
  std::reverse_iterator<const_iterator> crbegin() const { return rbegin(); }
  std::reverse_iterator<const_iterator> crend() const { return rend(); }

 private:
  template <class V>
  xtensor_view& write(const V& value) {
    softmark::eager::assign(*this, softmark::eager::assigned(value));
    return *this;
  }
  T& at_index(const shape_type& index);
  const std::remove_const_t<T>& at_index(const shape_type& index) const;
  std::size_t place(std::size_t i) const;

  storage_type elements_;

  storage_type& storage_impl() noexcept { return elements_; }
  const storage_type& storage_impl() const noexcept { return elements_; }
  void assign_temporary_impl(temporary_type&& values) { write(values); }

  friend class xcontainer<xtensor_view>;
  friend class xview_semantic<xtensor_view>;
};

#define SOFTMARK_OF_VIEW(result)    \
  template <class T, std::size_t N> \
  result                            \
      xtensor_view<softmark::eager::Elements<T>, N, layout_type::dynamic, xtensor_expression_tag>
SOFTMARK_OF_VIEW()::xtensor_view(const storage_type& elements, const shape_type& shape,
                                 const strides_type& strides)
    : elements_(elements) {
  this->shape_impl() = shape;
  this->strides_impl() = strides;
  softmark::eager::given_places(shape.data(), N, this->strides_impl().data(),
                                this->backstrides_impl().data());
}
// Not defaulted in words: GCC 12 cannot instantiate these explicitly.
SOFTMARK_OF_VIEW()::xtensor_view(const xtensor_view& other)
    : base_type(other), semantic_base(other), elements_(other.elements_) {}
SOFTMARK_OF_VIEW()::~xtensor_view() {}
SOFTMARK_OF_VIEW(T&)::flat(std::size_t i) { return elements_[place(i)]; }
SOFTMARK_OF_VIEW(const std::remove_const_t<T>&)::flat(std::size_t i) const {
  return elements_[place(i)];
}
SOFTMARK_OF_VIEW(T&)::at_index(const shape_type& index) {
  return elements_[softmark::eager::place<N>(index.data(), this->shape().data(),
                                             this->strides().data())];
}
SOFTMARK_OF_VIEW(const std::remove_const_t<T>&)::at_index(const shape_type& index) const {
  return elements_[softmark::eager::place<N>(index.data(), this->shape().data(),
                                             this->strides().data())];
}
SOFTMARK_OF_VIEW(std::size_t)::place(std::size_t i) const {
  return static_cast<std::size_t>(
      softmark::eager::offset_of(i, this->shape().data(), this->strides().data(), N));
}
#undef SOFTMARK_OF_VIEW

}  // namespace xt
