// a model is a vector space: operators *, +=, -= for FourTokenModel
#include "train_four_tokens.hpp"

namespace softmark {
namespace {

FourTokenModel& operator*=(FourTokenModel& m, double factor) {
  m.Wq *= factor;
  m.Wk *= factor;
  m.read_out.W *= factor;
  m.read_out.b *= factor;
  return m;
}

FourTokenModel& operator+=(FourTokenModel& m, const FourTokenModel& other) {
  m.Wq += other.Wq;
  m.Wk += other.Wk;
  m.read_out.W += other.read_out.W;
  m.read_out.b += other.read_out.b;
  return m;
}

FourTokenModel operator*(double factor, FourTokenModel m) { return m *= factor; }

FourTokenModel& operator-=(FourTokenModel& m, const FourTokenModel& other) {
  return m += -1.0 * other;
}

}  // namespace

FourTokenTraining train_four_tokens(bool repaired, const FourTokenModel& start, std::size_t steps,
                                    std::size_t batch, double rate, double momentum,
                                    std::mt19937& random) {
  FourTokenTraining run{start, xt::zeros<double>({steps})};
  FourTokenModel v = 0.0 * start;
  for (double& kept : run.losses) {
    const auto& [loss, gradient] =
        four_token_gradient(run.model, task_data(repaired, batch, random));
    kept = loss;
    v *= momentum;
    v += gradient;
    run.model -= rate * v;
  }
  return run;
}

}  // namespace softmark
