// verdict: too_costly
// limit: unfair

#include "threaded_attention.hpp"
#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

namespace softmark {
static void attend(const Rows& Q, const Rows& K, const Rows& V, std::size_t i, std::vector<double>& p, Rows& output) {
  const double root = std::sqrt(static_cast<double>(Q.shape(1)));
  double m = -std::numeric_limits<double>::infinity(), l = 0;
  for (std::size_t j = 0; j <= i; ++j) {
    double s = 0;
    for (std::size_t c = 0; c < Q.shape(1); ++c) s += Q(i, c) * K(j, c);
    p[j] = s / root;
    m = std::max(m, p[j]);
  }
  for (std::size_t j = 0; j <= i; ++j) { p[j] = exp(p[j] - m); l += p[j]; }
  for (std::size_t c = 0; c < V.shape(1); ++c) {
    double o = 0;
    for (std::size_t j = 0; j <= i; ++j) o += p[j] * V(j, c);
    output(i, c) = o / l;
  }
}
Rows threaded_attention(const Rows& Q, const Rows& K, const Rows& V, std::size_t threads) {
  const std::size_t N = Q.shape(0), T = threads;
  Rows output(N, V.shape(1));
  std::vector<std::promise<void>> done(T); std::vector<std::shared_future<void>> f;
  for (auto& d : done) f.push_back(d.get_future().share());
  { std::vector<std::jthread> team;
  for (std::size_t t = 0; t < T; ++t)
    team.emplace_back([&, t] { if (t) f[t - 1].wait(); std::vector<double> p(N); for (std::size_t i = t; i < N; i += T) attend(Q, K, V, i, p, output); done[t].set_value(); }); }
  return output;
}
}  // namespace softmark
