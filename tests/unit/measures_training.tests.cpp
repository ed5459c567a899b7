#include "measures/training.hpp"

#include "catch.hpp"

using namespace softmark::training;

namespace {

using Numbers = std::vector<double>;

const Numbers start{0.5, -1.0, 2.0, 0.3};
const Numbers gradient{0.2, -3e-6, 0.0, 4e-5};

/// Where a first step of Adam goes with so many times the gradient.
Numbers after_adam(double factor) {
  Numbers to = start;
  for (std::size_t i = 0; i < to.size(); ++i)
    to[i] -= 1e-3 * factor * gradient[i] / (std::abs(factor * gradient[i]) + 1e-8);
  return to;
}

double factor_in(const Numbers& found) { return factor_of_gradient(start, found, gradient, 1e-3); }

}  // namespace

TEST_CASE("small gradients show by what Adam's gradient was multiplied") {
  for (const double factor : {0.05, 0.9, 20.0})
    CHECK(std::abs(factor_in(after_adam(factor)) / factor - 1) < 1e-6);
  CHECK(factor_in(after_adam(1)) == 1);
}

TEST_CASE("what no factor of the gradient explains has none") {
  Numbers one_wrong = after_adam(0.05);
  one_wrong[0] += 1e-8;
  CHECK(factor_in(one_wrong) == 1);
  CHECK(factor_in(start) == 1);              // no step
  CHECK(factor_in(after_adam(-0.05)) == 1);  // uphill
  Numbers whole_rate = start;
  for (double& each : whole_rate) each -= 1e-3;
  CHECK(factor_in(whole_rate) == 1);
}

TEST_CASE("a share that is taken from each parameter is found") {
  const Numbers wanted = after_adam(1);
  Numbers found = wanted;
  for (std::size_t i = 0; i < found.size(); ++i) found[i] -= 2e-6 * start[i];
  CHECK(std::abs(share_taken(start, found, wanted) - 2e-6) < 1e-12);
  found[1] += 1e-9;
  CHECK(share_taken(start, found, wanted) == 0);
  CHECK(share_taken(start, wanted, wanted) == 0);
}

TEST_CASE("losses that all are a multiple of the right ones tell it") {
  const Numbers right{0.7, 0.6, 0.65};
  CHECK(std::abs(factor_of_losses(Numbers{1.4, 1.2, 1.3}, right) - 2) < 1e-12);
  CHECK(factor_of_losses(Numbers{1.4, 1.2, 1.4}, right) == 1);
  CHECK(factor_of_losses(right, right) == 1);
}

TEST_CASE("an earlier model beside the losses of a whole run was returned in place of the last") {
  const Numbers losses{0.7, 0.6};
  const std::vector<Numbers> before{start, after_adam(1)};
  CHECK(not_returned(start, before, losses, losses) == 1);
  CHECK(not_returned(after_adam(1), before, losses, losses) == 0);  // the last step was not made
  CHECK(not_returned(start, before, Numbers{0.7, 0.7}, losses) == 0);
}
