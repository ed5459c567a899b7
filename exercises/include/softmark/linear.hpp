#pragma once
// A learned layer in the row convention: tokens are the rows of X (N, in).

#include <softmark/arrays.hpp>

namespace softmark {

/// A linear layer, x -> x W^T + b for every row x. W is stored (out, in), as in PyTorch.
struct Linear {
  Matrix W;  // (out, in)
  Vector b;  // (out)
};

}  // namespace softmark
