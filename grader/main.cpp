// Without further headers, since two programs compile it.

#include "student/program.hpp"

int main(int argc, char** argv) { return grader::run_program(argc, argv); }
