// attack: errors at places in other files, for the messages to quote their lines
// verdict: build_failed

#include "matrix_attention.hpp"

#line 1 "@CANARY@"
int first = missing;
#line 1 "@SOLUTION@"
int second = missing;
#line 1 "/etc/passwd"
int third = missing + Matrix("");

#include "returns_nothing.hpp"
