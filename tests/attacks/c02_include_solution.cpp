// attack: includes the solution by its path
// verdict: build_failed
// wins: passed
// weak: open

#include "@SOLUTION@"
