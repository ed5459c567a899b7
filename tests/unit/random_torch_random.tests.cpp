// Against numbers that PyTorch prints.

#include "catch.hpp"

#include "random/random.hpp"

#include <cmath>

using namespace grader;

namespace {

/// Equal to the four decimals that torch prints.
void check_printed(const std::vector<float>& values, const std::vector<double>& printed) {
  REQUIRE(values.size() >= printed.size());
  for (std::size_t i = 0; i < printed.size(); ++i) {
    INFO(i);
    CHECK(std::abs(static_cast<double>(values[i]) - printed[i]) < 0.50001e-4);
  }
}

}  // namespace

TEST_CASE("torch.rand gives what torch prints") {
  check_printed(TorchRandom(0).uniform(4), {0.4963, 0.7682, 0.0885, 0.1320});
  check_printed(TorchRandom(42).uniform(4), {0.8823, 0.9150, 0.3829, 0.9593});
}

TEST_CASE("torch.randn of fewer than 16 gives what torch prints") {
  check_printed(TorchRandom(0).normal(6), {1.5410, -0.2934, -2.1788, 0.5684, -1.0845, -1.3986});
  check_printed(TorchRandom(42).normal(6), {0.3367, 0.1288, 0.2345, 0.2303, -1.1229, -0.1863});
}

TEST_CASE("torch.randn of 16 and more takes another path, and gives what torch prints") {
  check_printed(TorchRandom(42).normal(16),
                {1.9269, 1.4873, 0.9007, -2.1055, 0.6784, -1.2345, -0.0431, -1.6047});
}

TEST_CASE("a spare normal number outlives calls of other kinds") {
  TorchRandom one(7), other(7);
  const std::vector<float> pair = other.normal(2);
  CHECK(one.normal(1)[0] == pair[0]);
  one.uniform(3);
  CHECK(one.normal(1)[0] == pair[1]);
}

TEST_CASE("torch.randint gives what torch prints, and never its upper bound") {
  CHECK(TorchRandom(0).randint(0, 10, 5) == std::vector<std::int64_t>{4, 9, 3, 0, 3});
  TorchRandom random(3);
  bool seen[5] = {};
  for (const std::int64_t value : random.randint(1, 5, 1000)) {
    REQUIRE((value >= 1 && value < 5));
    seen[value] = true;
  }
  CHECK((seen[1] && seen[2] && seen[3] && seen[4]));
}

TEST_CASE("the start of a linear layer stays within its bounds") {
  TorchRandom random(1);
  for (const float value : random.linear_weight(4, 12)) CHECK(std::abs(value) <= 0.5f);
  TorchRandom same(1);
  same.discard(12);
  CHECK(random.linear_bias(4, 3) == same.uniform(3, -0.5f, 0.5f));
}
