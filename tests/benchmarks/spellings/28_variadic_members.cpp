// variadic: std::tie of the four members, a fold expression does the step
#include "train_four_tokens.hpp"

#include <tuple>
#include <utility>

namespace softmark {
namespace {

template <class Model>
auto members(Model& m) {
  return std::tie(m.Wq, m.Wk, m.read_out.W, m.read_out.b);
}

struct Momentum {
  double rate;
  double momentum;

  template <class P, class V, class G>
  void one(P& p, V& v, const G& g) const {
    v = xt::eval(v * momentum + g);
    p = xt::eval(p - v * rate);
  }

  template <std::size_t... I>
  void all(FourTokenModel& p, FourTokenModel& v, const FourTokenModel& g,
           std::index_sequence<I...>) const {
    auto ps = members(p);
    auto vs = members(v);
    auto gs = members(g);
    (one(std::get<I>(ps), std::get<I>(vs), std::get<I>(gs)), ...);
  }
};

}  // namespace

FourTokenTraining train_four_tokens(bool repaired, const FourTokenModel& start, std::size_t steps,
                                    std::size_t batch, double rate, double momentum,
                                    std::mt19937& random) {
  FourTokenModel model{start}, velocity{start};
  std::apply([](auto&... array) { (array.fill(0.0), ...); }, members(velocity));
  const Momentum sgd{rate, momentum};

  Vector losses({steps}, 0.0);
  std::size_t step = 0;
  do {
    if (step == steps) break;
    const FourTokens batch_data = task_data(repaired, batch, random);
    const auto g = four_token_gradient(model, batch_data);
    losses.at(step) = g.loss;
    sgd.all(model, velocity, g.gradient, std::make_index_sequence<4>{});
  } while (++step);
  return {std::move(model), std::move(losses)};
}

}  // namespace softmark
