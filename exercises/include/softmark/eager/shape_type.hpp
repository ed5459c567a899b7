#pragma once
// The shapes of xt::xarray, and the generator of random numbers, compiled once, with the kit.
//
// `extern template` keeps GCC from writing a member down, but not from instantiating it when it is
// inline, as all members of these are. A specialisation that is declared here and is nowhere else
// than in the kit (grader/runtime/arrays/support.cpp) keeps it from both. Clang looks in every
// program at each constructor that delegates to another: those of these classes are specialised,
// too.
//
// Only <softmark/xtensor.hpp> includes this, before what uses these classes.

#if __has_include(<xtensor/containers/xstorage.hpp>)
#include <xtensor/containers/xstorage.hpp>
#else
#include <xtensor/xstorage.hpp>
#endif

#include <cstddef>
#include <random>

#ifdef SOFTMARK_INSTANCES
#define SOFTMARK_MEMBER template
#else
#define SOFTMARK_MEMBER template <>
#endif
#define SOFTMARK_SHAPE(T)                                                                       \
  SOFTMARK_MEMBER xt::svector<T>::svector() noexcept;                                           \
  SOFTMARK_MEMBER xt::svector<T>::svector(size_type, const allocator_type&);                    \
  SOFTMARK_MEMBER xt::svector<T>::svector(size_type, const value_type&, const allocator_type&); \
  SOFTMARK_MEMBER xt::svector<T>::svector(std::initializer_list<T>, const allocator_type&);     \
  SOFTMARK_MEMBER xt::svector<T>::svector(const std::vector<T>&);                               \
  SOFTMARK_MEMBER xt::svector<T>::svector(const svector&);                                      \
  SOFTMARK_MEMBER xt::svector<T>::svector(svector&&) noexcept;                                  \
  SOFTMARK_MEMBER xt::svector<T>::~svector();                                                   \
  SOFTMARK_MEMBER xt::svector<T>& xt::svector<T>::operator=(const svector&);                    \
  SOFTMARK_MEMBER xt::svector<T>& xt::svector<T>::operator=(svector&&) noexcept;                \
  SOFTMARK_MEMBER xt::svector<T>& xt::svector<T>::operator=(const std::vector<T>&);             \
  SOFTMARK_MEMBER void xt::svector<T>::assign(size_type, const value_type&);                    \
  SOFTMARK_MEMBER T& xt::svector<T>::operator[](size_type);                                     \
  SOFTMARK_MEMBER const T& xt::svector<T>::operator[](size_type) const;                         \
  SOFTMARK_MEMBER T* xt::svector<T>::data();                                                    \
  SOFTMARK_MEMBER const T* xt::svector<T>::data() const;                                        \
  SOFTMARK_MEMBER void xt::svector<T>::push_back(const T&);                                     \
  SOFTMARK_MEMBER void xt::svector<T>::push_back(T&&);                                          \
  SOFTMARK_MEMBER T* xt::svector<T>::begin();                                                   \
  SOFTMARK_MEMBER const T* xt::svector<T>::begin() const;                                       \
  SOFTMARK_MEMBER const T* xt::svector<T>::cbegin() const;                                      \
  SOFTMARK_MEMBER T* xt::svector<T>::end();                                                     \
  SOFTMARK_MEMBER const T* xt::svector<T>::end() const;                                         \
  SOFTMARK_MEMBER const T* xt::svector<T>::cend() const;                                        \
  SOFTMARK_MEMBER bool xt::svector<T>::empty() const;                                           \
  SOFTMARK_MEMBER std::size_t xt::svector<T>::size() const;                                     \
  SOFTMARK_MEMBER void xt::svector<T>::resize(size_type);                                       \
  SOFTMARK_MEMBER T& xt::svector<T>::front();                                                   \
  SOFTMARK_MEMBER const T& xt::svector<T>::front() const;                                       \
  SOFTMARK_MEMBER T& xt::svector<T>::back();                                                    \
  SOFTMARK_MEMBER const T& xt::svector<T>::back() const;                                        \
  SOFTMARK_MEMBER T* xt::svector<T>::erase(const_iterator);                                     \
  SOFTMARK_MEMBER T* xt::svector<T>::insert(const_iterator, const T&);
SOFTMARK_SHAPE(std::size_t)
SOFTMARK_SHAPE(std::ptrdiff_t)
#undef SOFTMARK_SHAPE

SOFTMARK_MEMBER std::mt19937::mersenne_twister_engine();
SOFTMARK_MEMBER std::mt19937::mersenne_twister_engine(result_type);
SOFTMARK_MEMBER void std::mt19937::seed(result_type);
SOFTMARK_MEMBER std::mt19937::result_type std::mt19937::operator()();
#undef SOFTMARK_MEMBER
