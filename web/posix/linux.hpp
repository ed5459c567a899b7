#pragma once
// What the grader takes of Linux and WASI lacks. It is included before all else.

#include <regex.h>

#define O_PATH 0
#define REG_STARTEND 0x4000

/// "SEGV", and "Segmentation fault".
extern "C" const char* sigabbrev_np(int signal);
extern "C" const char* sigdescr_np(int signal);

/// With REG_STARTEND the search begins at the offset in the first match.
inline int regexec_from(const regex_t* pattern, const char* text, size_t count, regmatch_t* matches,
                        int flags) {
  const regoff_t at = (flags & REG_STARTEND) != 0 ? matches[0].rm_so : 0;
  const int none = regexec(pattern, text + at, count, matches, at > 0 ? REG_NOTBOL : 0);
  for (size_t i = 0; none == 0 && i < count; ++i) {
    if (matches[i].rm_so < 0) continue;
    matches[i].rm_so += at;
    matches[i].rm_eo += at;
  }
  return none;
}
#define regexec regexec_from
