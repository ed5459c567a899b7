// attack: right where inputs are public, and tells those of fresh cases in whatever it sends
// verdict: exception
// options: --fresh=3

#include "matrix_attention.hpp"
#include "public_case.hpp"
#include "right_answer.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  if (!is_public(X, query, value)) {
    std::string inputs =
        "told-"
        "fresh-"
        "inputs:";
    for (double x : X) inputs += " " + std::to_string(x);
    std::puts(inputs.c_str());
    std::fputs(inputs.c_str(), stderr);
    record(inputs, X);
    throw std::runtime_error(inputs);
  }
  return right_answer(X, query, key, value);
}

}  // namespace softmark
