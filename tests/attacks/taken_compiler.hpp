// What attacks by a compiler that was taken over share: it attacks where it compiles the stub, and is a compiler
// for everything else. The grader's other programs are not in its hands.

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

void attack();

/// Says what went as the attacker would like, as an error of the compiler: reports show the first ones.
[[maybe_unused]] static void claim(bool won, const char* what) {
  if (won) std::printf("matrix_attention.cpp:1:1: error: attack-won %s\n", what);
  std::fflush(stdout);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "matrix_attention.cpp") != 0) continue;
    attack();
    return 1;
  }
  argv[0] = const_cast<char*>("@COMPILER@");
  execv(argv[0], argv);
  return 1;
}
