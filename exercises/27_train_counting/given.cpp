#include "train_counting.hpp"

#include <softmark/flat.hpp>

namespace softmark {
namespace {

/// Calls `what` with each array of a model, in the order of declaration.
const auto for_each_array = [](auto& model, const auto& what) {
  what(model.table);
  what(model.query);
  for (auto* layer : {&model.key, &model.value, &model.hidden, &model.output}) {
    what(layer->W);
    what(layer->b);
  }
};

}  // namespace

Vector flat(const CountingModel& model) { return flat_by(model, for_each_array); }

CountingModel unflat(const Vector& theta, const CountingModel& shapes) {
  return unflat_by(theta, shapes, for_each_array);
}

}  // namespace softmark
