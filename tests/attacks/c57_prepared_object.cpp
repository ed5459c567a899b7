// attack: puts a compiled part of the course, a reference or a measure, into the program
// verdict: build_failed
// wins: passed
// weak: open

#include "matrix_attention.hpp"
#include "right_answer.hpp"

__asm__(".pushsection .rodata\n.incbin \"@PREPARED@\"\n.popsection");

namespace softmark {

Matrix matrix_attention(const Matrix& X, const Projection& query, const Projection& key,
                        const Projection& value) {
  return right_answer(X, query, key, value);
}

}  // namespace softmark
