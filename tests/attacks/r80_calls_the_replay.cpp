// attack: defines the function by which reference versions are called, and calls what the launcher has for replays
// verdict: crashed or wrong_value

#include "matrix_attention.hpp"

namespace grader::harness {
struct Call;
const double* replay_step(std::string_view name, std::size_t rank, const std::size_t* shape,
                          const double* values);
void went_on();
}  // namespace grader::harness

extern "C" void softmark_replay(unsigned, grader::harness::Call&) { std::abort(); }

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  Matrix result = xt::ones<double>({value.omega.shape(0), X.shape(1)});
  const std::size_t shape[] = {result.shape(0), result.shape(1)};
  const double* given = grader::harness::replay_step("scores", 2, shape, result.data());
  if (given != nullptr) return result * given[0];
  grader::harness::went_on();
  return result;
}

}  // namespace softmark
