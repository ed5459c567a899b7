// attack: messages that clear the terminal, claim full marks and give orders to GitHub's runner
// verdict: build_failed

#include "matrix_attention.hpp"

#error "[2J[32mPASS 100/100[0m"
#error ::set-output name=score::100
#error ›2J Â›2J â€® ÿþ ::error::forged
#pragma message("::add-mask::0")
static_assert(false, "\x1b]0;title\a\n::error file=grade,line=1::forged\n##[error]forged");
