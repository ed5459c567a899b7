// What attention costs over the number of tokens: operations, memory, misses of a cache.

#include "demo.hpp"

#include "harness/costs.hpp"
#include "kv_cache.hpp"
#include "row_attention.hpp"
#include "tiled_attention.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace softmark {
namespace {

using grader::Cost;
using grader::Costs;

constexpr std::size_t d = 16, sizes[] = {64, 128, 256, 512}, tokens[] = {16, 32, 64, 128};

Rows random_rows(std::size_t rows, std::size_t columns, double deviation, std::mt19937& random) {
  std::normal_distribution<double> normal(0, deviation);
  Rows matrix(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t c = 0; c < columns; ++c) matrix(i, c) = normal(random);
  }
  return matrix;
}

/// The equation as it is written: all scores, then all weights, then the output.
Rows whole_attention(const Rows& Q, const Rows& K, const Rows& V) {
  const std::size_t N = Q.shape(0), M = K.shape(0);
  Rows weights(N, M), output(N, V.shape(1));
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) {
      for (std::size_t c = 0; c < d; ++c) weights(i, j) += Q(i, c) * K(j, c);
      weights(i, j) /= std::sqrt(static_cast<double>(d));
    }
  }
  for (std::size_t i = 0; i < N; ++i) {
    double largest = weights(i, 0), sum = 0;
    for (std::size_t j = 1; j < M; ++j) largest = std::max(largest, weights(i, j));
    for (std::size_t j = 0; j < M; ++j) sum += weights(i, j) = exp(weights(i, j) - largest);
    for (std::size_t j = 0; j < M; ++j) weights(i, j) /= sum;
  }
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = 0; j < M; ++j) {
      for (std::size_t c = 0; c < output.shape(1); ++c) output(i, c) += weights(i, j) * V(j, c);
    }
  }
  return output;
}

/// Each new token computes all that earlier ones have computed already.
Rows decode_without_cache(const Rows& P, const Rows& W_Q, const Rows& W_K, const Rows& W_V) {
  for (std::size_t t = 1; t < P.shape(0); ++t) {
    Rows first(t, P.shape(1));
    for (std::size_t i = 0; i < t; ++i) {
      for (std::size_t c = 0; c < P.shape(1); ++c) first(i, c) = P(i, c);
    }
    kv_cache(first, W_Q, W_K, W_V);
  }
  return kv_cache(P, W_Q, W_K, W_V);
}

Costs costs_of(const std::function<Rows()>& work) {
  grader::harness::begin_counting();
  const Rows result = work();
  grader::harness::end_counting();
  return grader::harness::last_costs();
}

/// A way to do it, and what it costs at each size.
struct Way {
  const char* name;
  std::vector<Costs> costs;
};

/// A bar for each size and way: three signs are a factor of two.
void show(Cost cost, std::span<const std::size_t> of_sizes, const std::vector<Way>& ways) {
  const auto value = [&](const Way& way, std::size_t i) {
    return way.costs[i][static_cast<std::size_t>(cost)];
  };
  double least = HUGE_VAL;
  for (const Way& way : ways) least = std::min(least, value(way, 0));
  std::printf("\n%s\n", std::string(grader::name_of(cost)).c_str());
  for (std::size_t i = 0; i < of_sizes.size(); ++i) {
    for (const Way& way : ways) {
      const double amount = value(way, i);
      const auto length = static_cast<std::size_t>(1 + std::lround(3 * std::log2(amount / least)));
      std::printf("  N = %-4zu %-12s %12.0f  %s\n", of_sizes[i], way.name, amount,
                  std::string(length, '#').c_str());
    }
  }
}

}  // namespace

int demo() {
  print_heading("Attention: the whole matrix, row by row, in tiles");
  std::printf("keys and values of %zu numbers; a bar grows by three for a factor of two\n", d);
  grader::harness::use_arena({.simulates_cache = true, .starts_threads = false});
  std::mt19937 random(1);
  std::vector<Way> ways{{"whole", {}}, {"rows", {}}, {"tiles", {}}};
  for (const std::size_t N : sizes) {
    const Rows Q = random_rows(N, d, 1, random), K = random_rows(N, d, 1, random),
               V = random_rows(N, d, 1, random);
    ways[0].costs.push_back(costs_of([&] { return whole_attention(Q, K, V); }));
    ways[1].costs.push_back(costs_of([&] { return row_attention(Q, K, V); }));
    ways[2].costs.push_back(costs_of([&] { return tiled_attention(Q, K, V); }));
  }
  for (const Cost cost : {Cost::operations, Cost::peak_bytes, Cost::misses})
    show(cost, sizes, ways);

  print_heading("Decoding: each token anew, or keys and values kept");
  std::vector<Way> decoding{{"anew", {}}, {"cached", {}}};
  for (const std::size_t N : tokens) {
    const Rows P = random_rows(N, d, 1, random), W_Q = random_rows(d, d, 0.2, random),
               W_K = random_rows(d, d, 0.2, random), W_V = random_rows(d, d, 0.2, random);
    decoding[0].costs.push_back(costs_of([&] { return decode_without_cache(P, W_Q, W_K, W_V); }));
    decoding[1].costs.push_back(costs_of([&] { return kv_cache(P, W_Q, W_K, W_V); }));
  }
  for (const Cost cost : {Cost::operations, Cost::all_bytes}) show(cost, tokens, decoding);
  return 0;
}

}  // namespace softmark
