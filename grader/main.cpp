namespace grader {

/// What the program does, in student/arguments.cpp: runs the command that the words name, and
/// returns the exit code. Errors are told on standard error, with the command that mends them.
int run_program(int argc, char** argv);

}  // namespace grader

int main(int argc, char** argv) { return grader::run_program(argc, argv); }
