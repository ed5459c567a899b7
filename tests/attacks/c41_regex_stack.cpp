// attack: a message on which regular expressions recurse until the stack is full
// verdict: build_failed

#include "matrix_attention.hpp"

#define U "uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu"
#define U4 U U U U
#define U16 U4 U4 U4 U4
#define U64 U16 U16 U16 U16
#define U256 U64 U64 U64 U64
#define U1K U256 U256 U256 U256
#define U4K U1K U1K U1K U1K

static_assert(false, "xt::xtensor<double, 2" U4K ">");
static_assert(false, "xtensor_container<uvector<double>, 2" U4K ">");
