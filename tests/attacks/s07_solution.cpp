// attack: in a second look, includes the solution and embeds reference data
// verdict: crashed
// options: --sanitizers on

#include "second_look.hpp"

#ifdef ADDRESS_LOOK
#include "@SOLUTION@"
asm(".incbin \"@CANARY@\"");
#endif

void attack() {}
