// What does not fit throws, and the message names the operation and both shapes. Then what plain
// xtensor cannot give: expected numbers are written by hand.

#include "catch.hpp"

#include <softmark/exercise.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

using softmark::Matrix;
using softmark::Tensor3;
using softmark::Vector;

namespace {

template <class Error, class F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing of this kind was thrown";
}
template <class F>
std::string broadcast_message(F f) {
  return message_of<xt::broadcast_error>(f);
}

const Matrix a = xt::ones<double>({4, 2});
const Vector b = xt::ones<double>({3});
const xt::xtensor<int, 2> whole = xt::ones<int>({4, 2});
const xt::xtensor<int, 1> three = xt::ones<int>({3});
const std::string and_shapes = "(4, 2) and (3,): along the last axis, 2 meets 3";
const std::string by_shapes = "(4, 2) by (3,): along the last axis, 2 meets 3";
const std::string with_shapes = "(4, 2) with (3,): along the last axis, 2 meets 3";

}  // namespace

TEST_CASE("operators name both shapes") {
  CHECK(broadcast_message([] { a + b; }) == "cannot add " + and_shapes);
  CHECK(broadcast_message([] { b - a; }) ==
        "cannot subtract (4, 2) from (3,): along the last axis, 3 meets 2");
  CHECK(broadcast_message([] { a* b; }) == "cannot multiply " + by_shapes);
  CHECK(broadcast_message([] { a / b; }) == "cannot divide " + by_shapes);
  CHECK(broadcast_message([] { whole % three; }) == "cannot take the remainder of " + by_shapes);
  for (const std::string& message :
       {broadcast_message([] { (void)(a < b); }), broadcast_message([] { (void)(a <= b); }),
        broadcast_message([] { (void)(a > b); }), broadcast_message([] { (void)(a >= b); }),
        broadcast_message([] { xt::equal(a, b); }), broadcast_message([] { xt::not_equal(a, b); }),
        broadcast_message([] { xt::isclose(a, b); })})
    CHECK(message == "cannot compare " + with_shapes);
  for (const std::string& message :
       {broadcast_message([] { (void)(a && b); }), broadcast_message([] { (void)(a || b); }),
        broadcast_message([] { whole& three; }), broadcast_message([] { whole | three; }),
        broadcast_message([] { whole ^ three; }), broadcast_message([] { xt::atan2(a, b); }),
        broadcast_message([] { xt::hypot(a, b); }), broadcast_message([] { xt::fdim(a, b); })})
    CHECK(message == "cannot combine " + and_shapes);
  CHECK(broadcast_message([] {
          Matrix c = a;
          c += b;
        }) == "cannot add " + and_shapes);
  CHECK(broadcast_message([] {
          Matrix c = a;
          c /= b;
        }) == "cannot divide " + by_shapes);
}

TEST_CASE("functions name both shapes") {
  CHECK(broadcast_message([] { xt::maximum(a, b); }) == "cannot take the maximum of " + and_shapes);
  CHECK(broadcast_message([] { xt::fmax(a, b); }) == "cannot take the maximum of " + and_shapes);
  CHECK(broadcast_message([] { xt::minimum(a, b); }) == "cannot take the minimum of " + and_shapes);
  CHECK(broadcast_message([] { xt::fmin(a, b); }) == "cannot take the minimum of " + and_shapes);
  CHECK(broadcast_message([] { xt::pow(a, b); }) ==
        "cannot raise (4, 2) to the power of (3,): along the last axis, 2 meets 3");
  CHECK(broadcast_message([] { xt::fmod(a, b); }) == "cannot take the remainder of " + by_shapes);
  CHECK(broadcast_message([] { xt::remainder(a, b); }) ==
        "cannot take the remainder of " + by_shapes);
  CHECK(broadcast_message([] { xt::where(a > 0, a, b); }) ==
        "xt::where: cannot combine " + and_shapes);
  CHECK(broadcast_message([] { xt::clip(a, b, 1.0); }) == "xt::clip: cannot combine " + and_shapes);
  CHECK(broadcast_message([] { xt::broadcast(b, {4, 2}); }) == "cannot broadcast (3,) to (4, 2)");
  CHECK(broadcast_message([] {
          Matrix c = a;
          xt::view(c, 0) = b;
        }) == "cannot assign (3,) to a view of shape (2,)");
  CHECK(message_of<std::exception>([] {
          xt::concatenate(xt::xtuple(a, Matrix(xt::ones<double>({4, 3}))));
        }) == "xt::concatenate: arrays of shapes (4, 2) and (4, 3) do not fit");
  CHECK(message_of<std::exception>([] {
          xt::stack(xt::xtuple(b, Vector{1, 2}));
        }) == "xt::stack: arrays of shapes (3,) and (2,) do not fit");
  CHECK(message_of<std::exception>([] {
          xt::reshape_view(a, {3, 3});
        }) == "an array of shape (4, 2), with 8 elements, cannot have the shape (3, 3)");
}

TEST_CASE("places and axes that are not there") {
  CHECK(message_of<std::out_of_range>([] { xt::view(a, 4); }) ==
        "xt::view: index 4 of axis 0 is outside an array of shape (4, 2)");
  CHECK(message_of<std::out_of_range>([] { xt::view(a, xt::all(), -3); }) ==
        "xt::view: index -3 of axis 1 is outside an array of shape (4, 2)");
  CHECK(message_of<std::exception>([] { xt::sum(a, {2}); }) ==
        "xt::sum: an array of shape (4, 2) has no axis 2");
  CHECK(message_of<std::exception>([] { xt::mean(a, {-3}); }) ==
        "xt::mean: an array of shape (4, 2) has no axis -3");
  CHECK(message_of<std::exception>([] { xt::argmax(a, 2); }) ==
        "xt::argmax: an array of shape (4, 2) has no axis 2");
  CHECK(message_of<std::exception>([] { xt::cumsum(a, 5); }) ==
        "xt::cumsum: an array of shape (4, 2) has no axis 5");
  CHECK(message_of<std::exception>([] { xt::sort(a, 2); }) ==
        "xt::sort: an array of shape (4, 2) has no axis 2");
  CHECK(message_of<std::exception>([] { xt::flip(a, 2); }) ==
        "xt::flip: an array of shape (4, 2) has no axis 2");
  CHECK(message_of<std::exception>([] { xt::expand_dims(a, 3); }) ==
        "xt::expand_dims: an array of shape (4, 2) has no axis 3");
  CHECK(message_of<std::exception>([] {
          xt::sum(a, {1, 0});
        }) == "xt::sum: axis 0 of an array of shape (4, 2) must be named before those behind it");
}

TEST_CASE("an index beyond its axis is told as xtensor tells it") {
  xt::xarray<double> rows = xt::ones<double>({4, 2});
  const auto told = [](auto&& read) {
    const std::string message = message_of<std::runtime_error>(read);
    const std::string start = ": check failed\n\tindex ";
    return message.substr(std::min(message.find(start) + start.size(), message.size()));
  };
  CHECK(told([&] { rows(4, 0); }) == "4 is out of bounds for axis 0 with size 4");
  CHECK(told([&] { rows(0, 2UL); }) == "2 is out of bounds for axis 1 with size 2");
  CHECK(told([&] { rows(-1, 0); }) == "-1 is out of bounds for axis 0 with size 4");
  CHECK(told([&] { rows(2); }) ==
        "2 is out of bounds for axis 1 with size 2 (fewer indices than axes belong to the last "
        "axes)");
  CHECK(told([&] { rows(7, 3, 2); }) == "2 is out of bounds for axis 1 with size 2");
  xt::xarray<double> one_row = xt::ones<double>({1, 2});
  one_row(0, 1) = 5;
  CHECK(one_row(0, 1) == 5);
}

TEST_CASE("where plain xtensor 0.24 gives nothing or wrong numbers") {
  const Matrix m = {{1, 2, 3}, {4, 8, 6}};
  // It throws, since the means keep no axis.
  CHECK(xt::variance(m, std::vector<std::size_t>{1}, xt::keep_dims)(0, 0) == Approx(2.0 / 3));
  // It gives the place of the smallest element.
  CHECK(xt::argmax(Vector{3, 9, 1}, 0)() == 1);
  // It refuses -1.
  CHECK((xt::reshape_view(m, {3, -1}) == Matrix{{1, 2}, {3, 4}, {8, 6}}));
  // It writes beyond the result.
  CHECK((xt::cumsum(m) == Vector{1, 3, 6, 10, 18, 24}));
  CHECK((xt::roll(Vector{1, 2, 3}, 1, 0) == Vector{3, 1, 2}));
  // It puts vectors behind one another instead of below.
  CHECK((xt::vstack(xt::xtuple(Vector{1, 2}, Vector{3, 4})) == Matrix{{1, 2}, {3, 4}}));
  // It forgets the type.
  CHECK(std::is_same_v<decltype(xt::sum<long>(whole, 1))::value_type, long>);
  // It reads elements that are not there.
  const Matrix none = xt::zeros<double>({0, 3});
  CHECK((xt::sum(none, {0}, xt::keep_dims) == Matrix{{0, 0, 0}}));
}

TEST_CASE("an array that is kept row by row takes no other layout and no strides") {
  const std::array<std::size_t, 2> shape = {2, 3};
  const std::array<std::ptrdiff_t, 2> strides = {1, 2};
  const xt::layout_type columns = xt::layout_type::column_major;
  CHECK_THROWS_AS((xt::xtensor<double, 2>(shape, columns)), std::runtime_error);
  CHECK_THROWS_AS((xt::xtensor<double, 2>(shape, 1.0, columns)), std::runtime_error);
  CHECK_THROWS_AS((xt::xtensor<double, 2>(shape, strides)), std::runtime_error);
  CHECK_THROWS_AS((xt::xtensor<double, 2>(shape, strides, 1.0)), std::runtime_error);
}

TEST_CASE("strides are those of xtensor, after each change of shape") {
  xt::xtensor<double, 3> array(std::array<std::size_t, 3>{2, 1, 3});
  CHECK(array.strides() == std::array<std::ptrdiff_t, 3>{3, 0, 1});
  CHECK(array.backstrides() == std::array<std::ptrdiff_t, 3>{3, 0, 2});
  array.fill(4);
  array.resize({2, 1, 3});
  CHECK(array(1, 0, 2) == 4);
  array.resize({4, 2, 5});
  CHECK(array.size() == 40);
  CHECK(array.strides() == std::array<std::ptrdiff_t, 3>{10, 5, 1});
  CHECK(array.backstrides() == std::array<std::ptrdiff_t, 3>{30, 5, 4});
  const auto view = xt::view(array, xt::range(1, 2), xt::all(), xt::range(0, 5, 2));
  CHECK(view.strides() == std::array<std::ptrdiff_t, 3>{0, 5, 2});
  CHECK(view.backstrides() == std::array<std::ptrdiff_t, 3>{0, 5, 4});
}
