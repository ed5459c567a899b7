#pragma once
// The learned parameters of attention in the column convention: tokens are the columns of X (D, N).

#include <softmark/arrays.hpp>

namespace softmark {

/// A linear map with bias, x -> omega x + beta: weights omega (rows, D) and bias beta (rows, 1).
/// The bias is a column, so that omega X + beta adds it to every column of the product.
struct Projection {
  Matrix omega;
  Matrix beta;
};

/// The projections of one attention head: query and key have Dq rows, value has Dv rows.
struct Head {
  Projection query;
  Projection key;
  Projection value;
};

}  // namespace softmark
