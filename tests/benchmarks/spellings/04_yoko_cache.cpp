// memoizes each row in an unordered_map, std::optional for the first sight
#include "embedding.hpp"

#include <optional>
#include <unordered_map>

namespace softmark {
namespace {

class Lookup {
 public:
  explicit Lookup(const Matrix& table) : table_{table} {}

  const Vector& operator[](int id) {
    auto& slot = seen_[id];
    if (!slot) slot = xt::view(table_, id, xt::all());
    return *slot;
  }

 private:
  const Matrix& table_;
  std::unordered_map<int, std::optional<Vector>> seen_;
};

}  // namespace

Matrix embedding(const Matrix& table, const xt::xtensor<int, 1>& ids) {
  Lookup rows(table);
  Matrix X = xt::full_like(Matrix(xt::zeros<double>({ids.size(), table.shape(1)})), NAN);
  std::size_t n = 0;
  for (auto it = ids.cbegin(); it != ids.cend(); ++it, ++n) {
    record("row", rows[*it]);
    xt::view(X, n) = rows[*it];
  }
  return X;
}

}  // namespace softmark
