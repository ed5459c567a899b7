// attack: asks the compiler which files are there, and prints the answer
// verdict: wrong_shape or build_failed

#include "matrix_attention.hpp"

const struct {
  const char* path;
  bool found;
} answers[] = {
#if __has_include("@SOLUTION@")
    {"solution", true},
#endif
#if __has_include("@CANARY@")
    {"reference data", true},
#endif
#if __has_include("/root/.bashrc")
    {"/root", true},
#endif
#if __has_include("/etc/passwd")
    {"/etc/passwd", true},
#endif
#if __has_include("/proc/self/environ")
    {"/proc", true},
#endif
    {"matrix_attention.hpp", true},
};

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  for (const auto& answer : answers) std::cout << answer.path << ' ' << answer.found << '\n';
  return Matrix();
}

}  // namespace softmark
