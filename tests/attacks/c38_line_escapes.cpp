// attack: file names in #line and #include that clear the terminal and give orders to a CI runner
// verdict: build_failed

#include "matrix_attention.hpp"

#line 1 "\033[2J\x1b]0;title\a\n::error::forged\n##[error]forged\r"
int first = missing;
#line 1 "[2J›2JÂ›2Jâ€®ÿ ::set-output name=score::100"
int second = missing;
#include "[2J::error::forged"
