// parameters as spans of doubles, one flat velocity buffer
#include "train_four_tokens.hpp"

#include <array>
#include <span>
#include <vector>

namespace softmark {
namespace {

using Spans = std::array<std::span<double>, 4>;

Spans parts(FourTokenModel& m) {
  const auto span = [](auto& a) { return std::span<double>(a.data(), a.size()); };
  return {span(m.Wq), span(m.Wk), span(m.read_out.W), span(m.read_out.b)};
}

}  // namespace

FourTokenTraining train_four_tokens(bool repaired, const FourTokenModel& start, std::size_t steps,
                                    std::size_t batch, double rate, double momentum,
                                    std::mt19937& random) {
  FourTokenModel model = start;
  const Spans p = parts(model);
  std::size_t total = 0;
  for (auto s : p) total += s.size();
  std::vector<double> velocity(total);  // zeros

  Vector losses = xt::empty<double>({steps});
  for (std::size_t step = 0; step != steps; ++step) {
    FourTokenGradient g = four_token_gradient(model, task_data(repaired, batch, random));
    losses[step] = g.loss;
    const Spans slope = parts(g.gradient);
    double* v = velocity.data();
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t j = 0; j < p[a].size(); ++j, ++v) {
        *v = momentum * *v + slope[a][j];
        p[a][j] -= rate * *v;
      }
  }
  return {model, losses};
}

}  // namespace softmark
