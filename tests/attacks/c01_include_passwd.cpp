// attack: has the compiler quote the accounts of the machine in its messages
// verdict: build_failed

#include "matrix_attention.hpp"

#include "/etc/passwd"

#include "returns_nothing.hpp"
