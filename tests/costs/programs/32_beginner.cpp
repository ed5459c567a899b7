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
  vector<vector<double>> outputs(number_of_queries);
  vector<double> largest(number_of_queries);
  vector<double> sums(number_of_queries);
  for (size_t i = 0; i < number_of_queries; i++) {
    outputs[i] = vector<double>(dv, double(0.0));
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
          double dot_product = 0.0;
          for (size_t c = 0; c < d; c++) {
            double q = Q(i, c);
            double k = K(j, c);
            double qk = q * k;
            dot_product = dot_product + qk;
          }
          double score = dot_product / std::sqrt((double)d);

          // the new largest
          double old_largest = largest[i];
          double new_largest = old_largest;
          if (score > new_largest) {
            new_largest = score;
          }

          double repair = exp(old_largest - new_largest);
          double weight = exp(score - new_largest);
          sums[i] = sums[i] * repair + weight;
          for (size_t c = 0; c < dv; c++) {
            double repaired = outputs[i][c] * repair;
            double addition = weight * V(j, c);
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
