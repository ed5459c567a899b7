// verdict: passed

#include "matrix_attention.hpp"

#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <valarray>
#include <vector>

namespace softmark {

namespace {

void check(bool right) {
  if (!right) throw std::logic_error("not what the standard says");
}

// What the headers of the standard library and of xtensor offer, whatever of it is precompiled.
void check_headers() {
  check(std::stoi("12") + std::stol("3") + std::stoll("4") == 19 && std::stoi("ff", nullptr, 16) == 255);
  check(std::stoul("5") + std::stoull("6") == 11);
  std::size_t end = 0;
  check(std::stod("1.5e1x", &end) == 15 && end == 5 && std::stof("0.5") == 0.5F && std::stold("2") == 2);
  check(std::to_string(1.5) == "1.500000" && std::to_string(0.5F) == "0.500000");
  check(std::to_string(2.0L) == "2.000000" && std::to_string(-7) == "-7" && std::to_string(7UL) == "7");
  check(std::wstring(L"wide").size() == 4 && std::u16string(30, u'a') + u"b" > u"aa");

  using namespace std::chrono;
  const year_month_day day = 2026y / January / 31;
  check(day.ok() && sys_days(day) + days(1) == sys_days(2026y / February / 1));
  const auto start = steady_clock::now();
  check(duration_cast<milliseconds>(1.5s).count() == 1500 && start <= steady_clock::now());

  std::atomic<int> counter = 0;
  ++counter;
  check(counter.load() == 1);
  std::mt19937 generator, seeded(5489), copy(seeded);
  for (int i = 0; i < 9999; ++i) generator();
  check(generator() == 4123659995 && seeded == copy && seeded() == copy());
  generator.seed(5489);
  copy.seed();
  check(generator == copy);
  check(std::valarray<double>({1, 2, 3}).sum() == 6);

  xt::xarray<double> any = xt::arange<double>(0, 24);
  any.reshape({2, 3, 4});
  xt::dynamic_shape<std::size_t> shape(any.shape());
  shape.push_back(5);
  shape.insert(shape.begin(), 7);
  shape.erase(shape.begin() + 1);
  shape.resize(6);
  const std::vector<std::size_t> numbers(shape.begin(), shape.begin() + 4);
  check(shape.size() == 6 && !shape.empty() && shape.front() == 7 && numbers == std::vector<std::size_t>{7, 3, 4, 5});
  xt::dynamic_shape<std::ptrdiff_t> list{1, -2, 3};
  xt::dynamic_shape<std::ptrdiff_t> other(2, -1);
  other = std::move(list);
  check(other.back() == 3 && other[1] == -2 && other.data()[0] == 1);
  check(any(1, 2, 3) == 23 && any(3) == 3 && any.strides()[0] == 12);
}

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  check_headers();
  const Matrix Q = xt::linalg::dot(query.omega, X) + query.beta;
  const Matrix K = xt::linalg::dot(key.omega, X) + key.beta;
  const Matrix V = xt::linalg::dot(value.omega, X) + value.beta;
  const Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  const Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  const Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
