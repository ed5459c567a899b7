namespace softmark {

static Matrix right_answer(const Matrix& X, const Projection& query, const Projection& key, const Projection& value) {
  const auto project = [&](const Projection& p) { return Matrix(xt::linalg::dot(p.omega, X) + p.beta); };
  const Matrix Q = project(query), K = project(key), V = project(value);
  const Matrix scores = xt::linalg::dot(xt::transpose(K), Q);
  const Matrix e = xt::exp(scores - xt::amax(scores, {0}, xt::keep_dims));
  const Matrix weights = e / xt::sum(e, {0}, xt::keep_dims);
  return xt::linalg::dot(V, weights);
}

}  // namespace softmark
