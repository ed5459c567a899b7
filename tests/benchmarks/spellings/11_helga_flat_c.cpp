// C with a scratch buffer and functions that work on rows
#include "multi_head_attention.hpp"

#include <cmath>

namespace softmark {

// c[n x m] = a[n x k] * b[k x m], row stride of c given
static void gemm(const double* a, const double* b, double* c, int n, int k, int m, int ldc) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int t = 0; t < k; t++) s += a[i * k + t] * b[t * m + j];
      c[i * ldc + j] = s;
    }
}

Matrix multi_head_attention(const Matrix& X, const Matrix& Y, const std::vector<Matrix>& Wq,
                            const std::vector<Matrix>& Wk, const std::vector<Matrix>& Wv,
                            const Matrix& Wout, bool causal) {
  const int nq = (int)X.shape(0), nk = (int)Y.shape(0), e = (int)X.shape(1);
  const int heads = (int)Wq.size(), d = (int)Wq[0].shape(1), dv = (int)Wv[0].shape(1);

  std::vector<double> q(nq * d), k(nk * d), v(nk * dv), w(nk * nq), cat(nq * heads * dv);
  for (int h = 0; h < heads; h++) {
    gemm(X.data(), Wq[h].data(), q.data(), nq, e, d, d);
    gemm(Y.data(), Wk[h].data(), k.data(), nk, e, d, d);
    gemm(Y.data(), Wv[h].data(), v.data(), nk, e, dv, dv);
    for (int i = 0; i < nq; i++) {
      const int seen = causal ? i + nk - nq + 1 : nk;
      double* row = &w[i * nk];
      double top = -INFINITY, sum = 0;
      for (int j = 0; j < nk; j++) {
        row[j] = 0;
        if (j >= seen) continue;
        for (int t = 0; t < d; t++) row[j] += q[i * d + t] * k[j * d + t];
        row[j] /= std::sqrt((double)d);
        top = row[j] > top ? row[j] : top;
      }
      for (int j = 0; j < seen; j++) sum += row[j] = std::exp(row[j] - top);
      for (int j = 0; j < seen; j++) row[j] /= sum;
    }
    gemm(w.data(), v.data(), cat.data() + h * dv, nq, nk, dv, heads * dv);
  }
  Matrix out = xt::zeros<double>({nq, e});
  gemm(cat.data(), Wout.data(), out.data(), nq, heads * dv, e, e);
  return out;
}

}  // namespace softmark
