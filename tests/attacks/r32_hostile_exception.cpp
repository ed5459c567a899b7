// attack: throws an exception whose text looks like the grader's report
// verdict: exception

#include "matrix_attention.hpp"

#include <exception>
#include <string>

namespace softmark {
namespace {

struct Hostile : std::exception {
  const char* what() const noexcept override {
    static const std::string text =
        "\x1b[2J\r\n  PASS  02 matrix_attention\n::error::forged\xff\n" + std::string(100000, '%');
    return text.c_str();
  }
};

}  // namespace

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  throw Hostile();
}

}  // namespace softmark
