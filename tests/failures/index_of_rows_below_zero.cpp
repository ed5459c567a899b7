// exercise: 33_kv_cache
#include "kv_cache.hpp"

namespace softmark {

namespace {

double token_before(const Rows& outputs, std::size_t t) {
  return outputs(t - 1, 0);  // HERE
}

}  // namespace

Rows kv_cache(const Rows& P, const Rows&, const Rows&, const Rows&) {
  Rows outputs(P.shape(0), P.shape(1));
  for (std::size_t t = 0; t < P.shape(0); ++t) outputs(t, 0) = token_before(outputs, t);
  return outputs;
}

}  // namespace softmark
