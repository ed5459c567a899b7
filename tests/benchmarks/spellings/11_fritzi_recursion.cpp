// recursion over the heads with concatenate
#include "multi_head_attention.hpp"

namespace softmark {
namespace {

struct Job {
  const Matrix &X, &Y;
  const std::vector<Matrix>&Wq, &Wk, &Wv;
  bool causal;
};

Matrix one_head(const Job& job, std::size_t h) {
  Matrix Q = xt::linalg::dot(job.X, job.Wq[h]);
  Matrix K = xt::linalg::dot(job.Y, job.Wk[h]);
  Matrix V = xt::linalg::dot(job.Y, job.Wv[h]);
  Matrix S = xt::linalg::dot(Q, xt::transpose(K));
  S /= std::sqrt(static_cast<double>(K.shape(1)));
  if (job.causal) {
    const int offset = static_cast<int>(S.shape(1)) - static_cast<int>(S.shape(0));
    Matrix visible = xt::tril(xt::ones<double>(S.shape()), offset);
    S = xt::where(xt::equal(visible, 1.0), S, -INFINITY);
  }
  Matrix E = xt::exp(S - xt::amax(S, {1}, xt::keep_dims));
  E /= xt::eval(xt::sum(E, {1}, xt::keep_dims));
  Matrix output = xt::linalg::dot(E, V);
  record("head output", output);
  return output;
}

Matrix from_head(const Job& job, std::size_t h) {
  Matrix mine = one_head(job, h);
  if (h + 1 == job.Wq.size()) return mine;
  Matrix rest = from_head(job, h + 1);
  return xt::concatenate(xt::xtuple(mine, rest), 1);
}

}  // namespace

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  const Matrix concatenated = from_head({X, Y, Wq, Wk, Wv, causal}, 0);
  record("concatenated heads", concatenated);
  return xt::linalg::dot(concatenated, Wout);
}

}  // namespace softmark
