#pragma once
// The parameters of a model as one vector, and back: optimisers take them so.

#include <softmark/exercise.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace softmark {

/// The elements of all arrays of a model, one array after the other. `for_each_array(model, what)`
/// calls what(array) with each, always in the same order.
template <class Model, class ForEach>
Vector flat_by(const Model& model, const ForEach& for_each_array) {
  std::size_t size = 0;
  for_each_array(model, [&](const auto& array) { size += array.size(); });
  Vector theta = xt::zeros<double>({size});
  double* next = theta.data();
  for_each_array(model,
                 [&](const auto& array) { next = std::copy_n(array.data(), array.size(), next); });
  return theta;
}

/// The model of these elements; its arrays have the shapes of those of `shapes`. Throws
/// std::invalid_argument when their number is another one.
template <class Model, class ForEach>
Model unflat_by(const Vector& theta, const Model& shapes, const ForEach& for_each_array) {
  Model model = shapes;
  std::size_t size = 0;
  for_each_array(model, [&](const auto& array) { size += array.size(); });
  if (theta.size() != size) throw std::invalid_argument("unflat: theta has another length");
  const double* next = theta.data();
  for_each_array(model, [&](auto& array) {
    std::copy_n(next, array.size(), array.data());
    next += array.size();
  });
  return model;
}

}  // namespace softmark
