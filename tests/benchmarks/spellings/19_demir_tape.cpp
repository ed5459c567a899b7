// a small autograd: matrices on a tape, each operation leaves a closure that is run backwards
#include "counting_gradient.hpp"

#include <deque>
#include <functional>
#include <vector>

namespace softmark {
namespace {

struct Node {
  Matrix value, grad;
};

class Tape {
 public:
  Node* leaf(const Matrix& m) { return &nodes_.emplace_back(Node{m, xt::zeros_like(m)}); }
  Node* leaf(const Vector& b) { return leaf(Matrix(xt::view(b, xt::newaxis(), xt::all()))); }

  // x W^T + b
  Node* linear(Node* x, Node* W, Node* b) {
    Node* y = leaf(Matrix(xt::linalg::dot(x->value, xt::transpose(W->value)) + b->value));
    back_.push_back([=] {
      x->grad += xt::linalg::dot(y->grad, W->value);
      W->grad += xt::linalg::dot(xt::transpose(y->grad), x->value);
      b->grad += xt::sum(y->grad, {0}, xt::keep_dims);
    });
    return y;
  }
  Node* rows(Node* table, const std::vector<int>& ids) {
    Node* y = leaf(Matrix(xt::view(table->value, xt::keep(ids), xt::all())));
    back_.push_back([=] {
      for (std::size_t r = 0; r < ids.size(); ++r) xt::row(table->grad, ids[r]) += xt::row(y->grad, r);
    });
    return y;
  }
  Node* fold(Node* x, std::size_t B, std::size_t N) {
    Node* y = leaf(Matrix(xt::reshape_view(x->value, {B, N})));
    back_.push_back([=] { x->grad += xt::reshape_view(y->grad, {B * N, std::size_t(1)}); });
    return y;
  }
  Node* softmax(Node* s, double scale) {
    Matrix e = xt::exp((s->value - xt::amax(s->value, {1}, xt::keep_dims)) * scale);
    Node* w = leaf(Matrix(e / xt::sum(e, {1}, xt::keep_dims)));
    back_.push_back([=] {
      Matrix both = w->grad * w->value;
      s->grad += scale * (both - w->value * xt::sum(both, {1}, xt::keep_dims));
    });
    return w;
  }
  Node* mix(Node* u, Node* v) {
    Node* y = leaf(Matrix(xt::sum(u->value * v->value, {1}, xt::keep_dims)));
    back_.push_back([=] { u->grad += y->grad * v->value, v->grad += y->grad * u->value; });
    return y;
  }
  Node* relu(Node* x) {
    Node* y = leaf(Matrix(xt::maximum(x->value, 0.0)));
    back_.push_back([=] { x->grad += xt::where(x->value > 0.0, y->grad, 0.0); });
    return y;
  }
  void run() {
    for (auto f = back_.rbegin(); f != back_.rend(); ++f) (*f)();
  }

 private:
  std::deque<Node> nodes_;
  std::vector<std::function<void()>> back_;
};

}  // namespace

LossAndGradient counting_gradient(const xt::xtensor<int, 2>& ids, const Matrix& labels,
                                  const CountingModel& m) {
  const std::size_t B = ids.shape(0), N = ids.shape(1), d = m.query.size();
  Tape tape;
  Node *table = tape.leaf(m.table), *q = tape.leaf(m.query), *none = tape.leaf(Vector({1}, 0.0));
  Node *Wk = tape.leaf(m.key.W), *bk = tape.leaf(m.key.b), *Wv = tape.leaf(m.value.W), *bv = tape.leaf(m.value.b);
  Node *Wh = tape.leaf(m.hidden.W), *bh = tape.leaf(m.hidden.b), *Wo = tape.leaf(m.output.W), *bo = tape.leaf(m.output.b);

  Node* X = tape.rows(table, {ids.begin(), ids.end()});
  Node* scores = tape.fold(tape.linear(tape.linear(X, Wk, bk), q, none), B, N);
  Node* values = tape.fold(tape.linear(X, Wv, bv), B, N);
  Node* answers = tape.mix(tape.softmax(scores, 1.0 / std::sqrt(double(d))), values);
  Node* z = tape.linear(tape.relu(tape.linear(answers, Wh, bh)), Wo, bo);

  double loss = xt::mean(xt::log1p(xt::exp(-xt::abs(z->value))) + xt::maximum(z->value, 0.0) - labels * z->value)();
  z->grad = (1.0 / (1.0 + xt::exp(-z->value)) - labels) / double(B);
  tape.run();

  auto flat = [](Node* n) { return Vector(xt::flatten(n->grad)); };
  return {loss, {table->grad, q->grad, {Wk->grad, flat(bk)}, {Wv->grad, flat(bv)}, {Wh->grad, flat(bh)}, {Wo->grad, flat(bo)}}};
}

}  // namespace softmark
