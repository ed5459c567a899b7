// record(): what it hands to the harness, for which a recorder stands here.

#include "catch.hpp"

#include <softmark/exercise.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

struct Recorded {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<double> values;

  bool operator==(const Recorded&) const = default;
};

Recorded last;

}  // namespace

namespace softmark::detail {

void record(std::string_view name, std::size_t rank, const std::size_t* shape,
            const double* values) {
  std::size_t size = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) size *= shape[axis];
  last = {std::string(name), {shape, shape + rank}, {values, values + size}};
}

}  // namespace softmark::detail

TEST_CASE("record() hands over name, shape and elements, whatever it gets") {
  using softmark::record;
  const softmark::Matrix rows = {{1, 2, 3}, {4, 5, 6}};
  const std::vector<double> numbers = {1, 2, 3, 4, 5, 6};

  record("a matrix", rows);
  CHECK(last == Recorded{"a matrix", {2, 3}, numbers});
  record(std::string("by a string"), rows);
  CHECK(last == Recorded{"by a string", {2, 3}, numbers});
  record("a vector", softmark::Vector{7, 8});
  CHECK(last == Recorded{"a vector", {2}, {7, 8}});
  record("three axes", softmark::Tensor3{{{1, 2}}, {{3, 4}}});
  CHECK(last == Recorded{"three axes", {2, 1, 2}, {1, 2, 3, 4}});
  record("four axes", softmark::Tensor4{{{{1, 2}}}});
  CHECK(last == Recorded{"four axes", {1, 1, 1, 2}, {1, 2}});
  record("a view", xt::transpose(rows));
  CHECK(last == Recorded{"a view", {3, 2}, {1, 4, 2, 5, 3, 6}});
  record("any rank", xt::xarray<double>(rows));
  CHECK(last == Recorded{"any rank", {2, 3}, numbers});
  record("whole numbers", xt::xtensor<int, 1>{1, 2});
  CHECK(last == Recorded{"whole numbers", {2}, {1, 2}});
  record("one number", 2.5);
  CHECK(last == Recorded{"one number", {}, {2.5}});
}
