// exercise: 17_batched_attention
#include "batched_attention.hpp"

namespace softmark {

BatchedAttention batched_attention(const Tensor3& X, const AttentionLayers& layers,
                                   std::size_t heads) {
  Matrix first = xt::view(X, 0);
  Matrix second = xt::transpose(first);
  Tensor3 both = xt::stack(xt::xtuple(first, second), 0);  // HERE
  return {both, {}, both};
}

}  // namespace softmark
