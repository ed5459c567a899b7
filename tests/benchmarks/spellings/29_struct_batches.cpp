// split into functions: a Batch struct, loops over every index, Fisher-Yates written out
#include "train_matching.hpp"

namespace softmark {
namespace {

struct Batch {
  xt::xtensor<int, 2> ids;
  xt::xtensor<int, 1> y;
  Tensor3 X;
};

Batch make_batch(const MatchingData& data, const std::vector<int>& which,
                 const MatchingModel& model, bool use_positions) {
  const std::size_t B = which.size(), L = data.X.shape(1), E = model.table.shape(1);
  Batch b;
  b.ids.resize({B, L});
  b.y.resize({B});
  b.X.resize({B, L, E});
  for (std::size_t i = 0; i < B; ++i) {
    b.y(i) = data.y(which[i]);
    for (std::size_t n = 0; n < L; ++n) {
      const int id = data.X(which[i], n);
      b.ids(i, n) = id;
      for (std::size_t e = 0; e < E; ++e)
        b.X(i, n, e) = model.table(id, e) + (use_positions ? model.positions(n, e) : 0.0);
    }
  }
  return b;
}

void mix(std::vector<int>& cards, std::mt19937& random) {
  for (std::size_t i = cards.size(); i > 1; --i) {
    std::uniform_int_distribution<std::size_t> pick(0, i - 1);
    std::swap(cards[i - 1], cards[pick(random)]);
  }
}

}  // namespace

MatchingTraining train_matching(bool use_positions, const MatchingModel& start, std::size_t count,
                                std::size_t epochs, std::size_t batch, double rate,
                                std::mt19937& random) {
  const MatchingData data = matching_data(start.positions.shape(0), count,
                                          static_cast<int>(start.table.shape(0)), random);
  std::vector<int> order;
  for (std::size_t i = 0; i < count; ++i) order.push_back(static_cast<int>(i));

  AdamState state{flat(start), 0 * flat(start), 0 * flat(start), 0};
  std::vector<double> curve;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    mix(order, random);
    double total = 0;
    for (auto from = order.begin(); from != order.end();) {
      const auto to = order.end() - from > static_cast<long>(batch)
                          ? from + static_cast<long>(batch)
                          : order.end();
      const MatchingModel model = unflat(state.theta, start);
      const Batch b = make_batch(data, {from, to}, model, use_positions);
      MatchingGradient mg = matching_gradient(model, b.ids, b.X, b.y);
      if (!use_positions)
        for (double& g : mg.gradient.positions) g = 0;
      const Vector row = flat(mg.gradient);
      Matrix rows({1, row.size()});
      std::copy(row.begin(), row.end(), rows.begin());
      state = adam(state, rows, rate);
      total += mg.loss * static_cast<double>(to - from);
      from = to;
    }
    curve.push_back(total / static_cast<double>(count));
  }

  Vector losses = Vector::from_shape({epochs});
  std::copy(curve.begin(), curve.end(), losses.begin());
  return {unflat(state.theta, start), losses};
}

}  // namespace softmark
