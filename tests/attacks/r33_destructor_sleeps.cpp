// attack: answers right, then sleeps for ever in a destructor
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"
#include "right_answer.hpp"

#include <unistd.h>

namespace softmark {
namespace {

struct Sleeping {
  ~Sleeping() {
    for (;;) sleep(100);
  }
};

}  // namespace

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  static Sleeping at_exit;
  return right_answer(X, query, key, value);
}

}  // namespace softmark
