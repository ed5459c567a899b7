// verdict: passed

#include "tiled_attention.hpp"

using std::size_t;
using std::vector;

namespace softmark {

// I repair at every key, that is simple.
Rows tiled_attention(const Rows& Q, const Rows& K, const Rows& V) {
  size_t number_of_queries = Q.shape(0);
  size_t number_of_keys = K.shape(0);
  size_t d = Q.shape(1);
  size_t dv = V.shape(1);

  // one entry for each query
  vector<vector<Real>> outputs(number_of_queries);
  vector<Real> largest(number_of_queries);
  vector<Real> sums(number_of_queries);
  for (size_t i = 0; i < number_of_queries; i++) {
    outputs[i] = vector<Real>(dv, Real(0.0));
    largest[i] = -std::numeric_limits<double>::infinity();
    sums[i] = 0.0;
  }

  size_t query_block = 40;
  size_t key_block = 10;

  size_t block_start = 0;
  while (block_start < number_of_queries) {
    size_t block_end = block_start + query_block;
    if (block_end > number_of_queries) {
      block_end = number_of_queries;
    }

    size_t tile_start = 0;
    while (tile_start < number_of_keys) {
      size_t tile_end = tile_start + key_block;
      if (tile_end > number_of_keys) {
        tile_end = number_of_keys;
      }

      for (size_t i = block_start; i < block_end; i++) {
        for (size_t j = tile_start; j < tile_end; j++) {
          // the score
          Real dot_product = 0.0;
          for (size_t c = 0; c < d; c++) {
            Real q = Q(i, c);
            Real k = K(j, c);
            Real qk = q * k;
            dot_product = dot_product + qk;
          }
          Real score = dot_product / std::sqrt((double)d);

          // the new largest
          Real old_largest = largest[i];
          Real new_largest = old_largest;
          if (score > new_largest) {
            new_largest = score;
          }

          Real repair = exp(old_largest - new_largest);
          Real weight = exp(score - new_largest);
          sums[i] = sums[i] * repair + weight;
          for (size_t c = 0; c < dv; c++) {
            Real repaired = outputs[i][c] * repair;
            Real addition = weight * V(j, c);
            outputs[i][c] = repaired + addition;
          }
          largest[i] = new_largest;
        }
      }
      tile_start = tile_end;
    }
    block_start = block_end;
  }

  // now divide
  Rows result(number_of_queries, dv);
  for (size_t i = 0; i < number_of_queries; i++) {
    for (size_t c = 0; c < dv; c++) {
      result(i, c) = outputs[i][c] / sums[i];
    }
  }
  return result;
}

}  // namespace softmark
