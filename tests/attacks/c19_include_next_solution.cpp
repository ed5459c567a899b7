// attack: includes the solution by a path relative to the folders that the compiler searches
// verdict: build_failed
// wins: passed
// weak: open

#include_next <../../solutions/02_matrix_attention/matrix_attention.cpp>
