#pragma once
#include <softmark/exercise.hpp>
#include <random>
#include <numeric>
#include <algorithm>
namespace softmark::eager::complete {
template <class A, class... I> void at_index(A& a, const A& c, I... i) {
  auto x = a(i...); x = c(i...); (void)x;
  if constexpr (!std::is_const_v<typename A::storage_type>) {}
}
template <class A> void reading(A& a, const A& c) {
  A copy(c); A moved(std::move(copy));
  (void)a.shape(); (void)a.shape(std::size_t(0)); (void)a.shape(0); (void)c.dimension(); (void)c.size(); (void)a.data(); (void)c.data(); (void)c.strides();
  for (auto x : a) (void)x;
  for (auto x : c) (void)x;
  for (const auto& x : c) (void)x;
  (void)a.cbegin(); (void)a.cend(); (void)c.flat(std::size_t(0));
  (void)operand(c); (void)operand(a);
  constexpr int N = rank_of<A>;
  std::size_t n = 0; int i = 0; std::ptrdiff_t p = 0;
  if constexpr (N == 0) { (void)a(); (void)c(); }
  if constexpr (N == 1) { at_index(a, c, n); at_index(a, c, i); at_index(a, c, p); (void)a[n]; (void)c[n]; (void)a[i]; (void)c[i]; }
  if constexpr (N == 2) { at_index(a, c, n, n); at_index(a, c, i, i); at_index(a, c, n, i); at_index(a, c, i, n); at_index(a,c,p,p);}
  if constexpr (N == 3) { at_index(a, c, n, n, n); at_index(a, c, i, i, i); at_index(a, c, n, n, i);  }
  if constexpr (N == 4) { at_index(a, c, n, n, n, n); at_index(a, c, i, i, i, i); }
}
template <class T, std::size_t N> void whole() {
  using A = xt::xtensor<T, N>;
  A a; const A c; reading(a, c);
  A s(typename A::shape_type{}); A f(typename A::shape_type{}, T(1)); a = c; a = A(c);
  A g = A::from_shape(typename A::shape_type{}); A r; r.resize(typename A::shape_type{}); a.fill(T(0)); 
  if constexpr (N == 1) { std::size_t n = 1; A x(typename A::shape_type{n}); A y = A::from_shape({n}); A z = A::from_shape({1}); y.resize({n}); A w{T(1), T(2)}; A q(typename A::shape_type{n}, T(0)); }
  if constexpr (N == 2) { std::size_t n = 1; A x({n, n}); A y = A::from_shape({n, n});y.resize({n, n}); y.reshape({n,n}); A w{{T(1)}, {T(2)}}; A q({n,n}, T(0)); }
  if constexpr (N == 3) { std::size_t n = 1; A x({n, n,n}); A y = A::from_shape({n, n,n});y.resize({n, n,n});y.reshape({n,n,n}); A q({n,n,n}, T(0)); }
  if constexpr (N == 4) { std::size_t n = 1; A x({n, n,n,n}); A y = A::from_shape({n, n,n,n});y.resize({n, n,n,n});y.reshape({n,n,n,n}); A q({n,n,n,n}, T(0)); }
}
template <class A> void many() {
  std::vector<A> list; const std::vector<A>& fixed = list; A a; list.push_back(a); list.push_back(A(a)); list.emplace_back(a); list.reserve(2); (void)list[0]; (void)fixed[0]; (void)list.at(0); (void)fixed.at(0); (void)list.back(); (void)list.size();
  for (const A& x : fixed) (void)x;
  for (A& x : list) (void)x;
  std::vector<A> sized(3); std::vector<A> same(3, a); std::vector<A> listed{a, a}; list = listed; list = std::move(listed); 
}
template <class T, std::size_t N> void viewed() {
  using A = xt::xtensor<T, N>; using V = View<T, N>; using C = View<const T, N>;
  A* p = nullptr; A& a = *p; V* vp = nullptr; V& v = *vp; const V& cv = v; C* cp = nullptr; C& c = *cp;
  reading(v, cv); reading(c, static_cast<const C&>(c));
  A made = v; A made2 = c; a = v; a = c; v = a; v = c; v = cv; v = T(0); v = made; v = V(v); v.fill(T(1));
  std::copy(cv.begin(), cv.end(), a.begin()); std::copy(c.begin(), c.end(), a.begin());  std::copy(a.begin(), a.end(), v.begin());
}
template <class S> void scalar() {
  using E = xt::xtensor<double,2>;




}
template <class T> void options() { T a; T b(a); T c(std::move(b)); const T d(a); T e(d); (void)e; a = d; }
template <class A, class B> void pairs(A& a, const A& ca, B& b, const B& cb) {
  (void)(a + b); (void)(ca + b); (void)(a + cb); (void)(ca + cb); (void)(A(a) + b); (void)(A(a) + cb); (void)(a + B(b)); (void)(A(a) + B(b)); (void)(ca + B(b));
  (void)(a - b); (void)(ca - b); (void)(a - cb); (void)(ca - cb); (void)(A(a) - b); (void)(A(a) - cb); (void)(a - B(b)); (void)(A(a) - B(b)); (void)(ca - B(b));
  (void)(a * b); (void)(ca * b); (void)(a * cb); (void)(ca * cb); (void)(A(a) * b); (void)(A(a) * cb); (void)(a * B(b)); (void)(A(a) * B(b)); (void)(ca * B(b));
  (void)(a / b); (void)(ca / b); (void)(a / cb); (void)(ca / cb); (void)(A(a) / b); (void)(A(a) / cb); (void)(a / B(b)); (void)(A(a) / B(b)); (void)(ca / B(b));
  a += b; a += cb; a += B(b); a -= b; a -= cb; a -= B(b); a *= b; a *= cb; a *= B(b); a /= b; a /= cb; a /= B(b);
}
template <class A, class S> void with_number(A& a, const A& ca, S s) {
  const S c = s;
  (void)(a * s); (void)(ca * s); (void)(A(a) * s); (void)(a * c); (void)(ca * c); (void)(A(a) * c); (void)(a * S(s)); (void)(ca * S(s)); (void)(A(a) * S(s));
  (void)(a / s); (void)(ca / s); (void)(A(a) / s); (void)(a / c); (void)(ca / c); (void)(A(a) / c); (void)(a / S(s)); (void)(ca / S(s)); (void)(A(a) / S(s));
  (void)(a + s); (void)(ca + s); (void)(A(a) + s); (void)(a + c); (void)(ca + c); (void)(A(a) + c); (void)(a + S(s)); (void)(ca + S(s)); (void)(A(a) + S(s));
  (void)(a - s); (void)(ca - s); (void)(A(a) - s); (void)(a - c); (void)(ca - c); (void)(A(a) - c); (void)(a - S(s)); (void)(ca - S(s)); (void)(A(a) - S(s));
  (void)(s * a); (void)(s * ca); (void)(s * A(a)); (void)(c * a); (void)(c * ca); (void)(c * A(a)); (void)(S(s) * a); (void)(S(s) * ca); (void)(S(s) * A(a));
  (void)(S(s) + a); (void)(S(s) + ca); (void)(S(s) + A(a));(void)(S(s) - a); (void)(S(s) - ca); (void)(S(s) - A(a)); (void)(S(s) / a); (void)(S(s) / ca); (void)(S(s) / A(a));
  (void)(a > S(s)); (void)(ca > S(s)); (void)(a < S(s)); (void)xt::maximum(a, S(s)); (void)xt::maximum(ca, S(s)); (void)xt::maximum(A(a), S(s));
  a += s; a += c; a -= s; a *= s; a *= c; a /= s; a /= c; 
}
template <class A> void functions(A& a, const A& ca) {
  (void)xt::exp(a); (void)xt::exp(ca); (void)xt::exp(A(a)); (void)xt::sqrt(a); (void)xt::sqrt(ca); (void)xt::sqrt(A(a)); (void)xt::log(a); (void)xt::log(ca); (void)xt::log(A(a));
  (void)xt::tanh(a);(void)xt::tanh(A(a)); (void)xt::abs(a); (void)xt::abs(A(a)); (void)xt::square(a); (void)xt::square(ca); (void)xt::square(A(a)); (void)-a; (void)-ca; (void)-A(a); (void)xt::pow(a, 2); (void)xt::pow(ca, 2); (void)xt::pow(A(a), 2);
  (void)xt::zeros_like(a); (void)xt::zeros_like(ca); (void)xt::ones_like(ca); (void)xt::eval(a + 1.0);
  (void)xt::sum(a); (void)xt::sum(ca); (void)xt::sum(A(a)); (void)xt::mean(a); (void)xt::mean(ca); (void)xt::mean(A(a)); (void)xt::amax(a); (void)xt::amax(ca); (void)xt::amin(ca); (void)xt::argmax(ca);  (void)xt::noalias(a); xt::noalias(a) = ca; xt::noalias(a) = A(a); xt::noalias(a) += ca;
  if constexpr (rank_of<A> >= 2) {
    (void)xt::sum(a, {1}); (void)xt::sum(ca, {1}); (void)xt::sum(A(a), {1}); (void)xt::sum(a, {1}, xt::keep_dims); (void)xt::sum(ca, {1}, xt::keep_dims); (void)xt::sum(A(a), {1}, xt::keep_dims);
    (void)xt::amax(a, {1}); (void)xt::amax(ca, {1}); (void)xt::amax(a, {1}, xt::keep_dims); (void)xt::amax(ca, {1}, xt::keep_dims); (void)xt::amax(A(a), {1}, xt::keep_dims);
    (void)xt::mean(a, {1}); (void)xt::mean(ca, {1}); (void)xt::mean(A(a), {1}); (void)xt::mean(a, {1}, xt::keep_dims); (void)xt::mean(ca, {1}, xt::keep_dims); (void)xt::mean(A(a), {1}, xt::keep_dims);
    (void)xt::sum(a, 1); (void)xt::sum(ca, 1); (void)xt::amax(a, 1); (void)xt::amax(ca, 1);
  }
}
template <std::size_t N> void made() {
  std::array<std::size_t, N> shape{}; (void)xt::zeros<double>(shape); (void)xt::ones<double>(shape); 
  std::size_t s[N] = {}; (void)xt::zeros<double>(static_cast<const std::size_t(&)[N]>(s)); (void)xt::ones<double>(static_cast<const std::size_t(&)[N]>(s)); (void)xt::zeros<int>(static_cast<const std::size_t(&)[N]>(s));  (void)xt::empty<double>(static_cast<const std::size_t(&)[N]>(s));
  int i[N] = {}; (void)xt::zeros<double>(static_cast<const int(&)[N]>(i));
}
inline void all() {
  options<std::tuple<xt::keep_dims_type>>(); options<std::tuple<xt::evaluation_strategy::lazy_type>>(); options<std::tuple<xt::keep_dims_type, xt::evaluation_strategy::immediate_type>>(); (void)(xt::keep_dims | xt::evaluation_strategy::immediate);
  viewed<double,4>();
  { xt::xtensor<double,2> a; const auto& ca = a; xt::xtensor<double,1> b; const auto& cb = b; xt::xtensor<double,3> d; const auto& cd = d;
    pairs(a, ca, a, ca); pairs(a, ca, b, cb); pairs(b, cb, b, cb); pairs(d, cd, d, cd); pairs(d, cd, a, ca);
    with_number(a, ca, 1.0); with_number(b, cb, 1.0); with_number(d, cd, 1.0); with_number(a, ca, 1); with_number(b, cb, 1); with_number(a, ca, std::size_t(1)); with_number(b, cb, std::size_t(1));
    functions(a, ca); functions(b, cb); functions(d, cd); made<1>(); made<2>(); made<3>(); made<4>();
  }
  { using XA = xt::xarray<double>; XA a; const XA& ca = a; pairs(a, ca, a, ca); with_number(a, ca, 1.0); functions(a, ca); xt::xtensor<double,1> v = a; xt::xtensor<double,2> m = a; xt::xtensor<double,3> t = a; a = m; a = v; a = t; XA b(m); XA c(v); (void)sizeof(xt::xarray<int>); (void)sizeof(xt::xarray<bool>); (void)xt::transpose(a); (void)xt::transpose(ca); (void)a(0,0); (void)a(std::size_t(0),std::size_t(0)); XA vv = xt::transpose(a); m = xt::transpose(a); xt::view(a, 0, xt::all()) = v; v = xt::view(ca, 0, xt::all()); }

  whole<double,0>(); whole<double,1>(); whole<double,2>(); whole<double,3>(); whole<double,4>();
  whole<int,0>(); whole<int,1>(); whole<int,2>(); whole<int,3>();
  whole<bool,1>(); whole<bool,2>(); whole<std::size_t,0>(); whole<std::size_t,1>(); whole<std::size_t,2>();
  viewed<double,0>(); viewed<double,1>(); viewed<double,2>(); viewed<double,3>(); viewed<int,1>(); viewed<int,2>();
  many<xt::xtensor<double,1>>(); many<xt::xtensor<double,2>>(); many<xt::xtensor<double,3>>();  many<double>(); many<int>(); many<std::size_t>(); many<std::vector<double>>();
  scalar<double>(); scalar<int>(); scalar<std::size_t>(); 
  xt::xarray<double> x, y; x = y; xt::xtensor<double,2> m = x; x = m; (void)x.shape(); (void)x(0,0); 
  std::mt19937 r(1); std::uniform_int_distribution<int> ui(0,9); ui(r); std::uniform_real_distribution<double> ur(0,1); ur(r); std::normal_distribution<double> nd; nd(r); std::bernoulli_distribution bd(.5); bd(r);
  std::vector<std::size_t> order(3); std::iota(order.begin(), order.end(), std::size_t(0)); std::iota(order.begin(), order.end(), 0); std::shuffle(order.begin(), order.end(), r);
  std::vector<double> d(3); (void)std::accumulate(d.begin(), d.end(), 0.0); (void)*std::max_element(d.begin(), d.end());  std::sort(d.begin(), d.end());
  record("", m); record("", 1.0); record("", xt::xtensor<double,1>()); record("", xt::xtensor<double,3>()); record("", xt::xtensor<double,4>());record("", 1);
  m = xt::linalg::dot(m, m); xt::xtensor<double,1> v = xt::linalg::dot(m, v); const xt::xtensor<double,2>& cm = m;
  m = xt::linalg::dot(xt::transpose(cm), m);  m = xt::linalg::dot(m, xt::transpose(cm)); m = xt::linalg::dot(xt::transpose(m), m); 
  xt::row(m, 0); xt::row(cm, 0); xt::col(m,0); xt::col(cm,0); xt::view(m, 0, xt::all()); xt::view(cm, 0, xt::all()); xt::view(m, xt::all(), xt::range(0, 1)); xt::view(cm, xt::all(), xt::range(0, 1));
  std::cout << m << v << 1.0 << 1 << std::size_t(1) << "x" << '\n' << std::endl;
}
}
