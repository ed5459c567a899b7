// attack: a message that claims to be at column 400 million, for the grader to draw a caret there
// verdict: build_failed

#include "matrix_attention.hpp"

#line 1 "matrix_attention.cpp:1:400000000: error: first"
int first = missing;
#line 1 "matrix_attention.cpp:2:400000000: error: second"
int second = missing;
#line 1 "matrix_attention.cpp:4294967295:4294967295: error: third"
int third = missing;
