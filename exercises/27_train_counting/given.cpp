#include "train_counting.hpp"

#include <algorithm>

namespace softmark {
namespace {

/// Calls `what` with each array of a model, in the order of declaration.
template <class Model, class What>
void for_each_array(Model& model, const What& what) {
  what(model.table);
  what(model.query);
  for (auto* layer : {&model.key, &model.value, &model.hidden, &model.output}) {
    what(layer->W);
    what(layer->b);
  }
}

}  // namespace

Vector flat(const CountingModel& model) {
  std::size_t size = 0;
  for_each_array(model, [&](const auto& array) { size += array.size(); });
  Vector theta = xt::zeros<double>({size});
  double* next = theta.data();
  for_each_array(model,
                 [&](const auto& array) { next = std::copy_n(array.data(), array.size(), next); });
  return theta;
}

CountingModel unflat(const Vector& theta, const CountingModel& shapes) {
  CountingModel model = shapes;
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
