#include "catch.hpp"

#include "compile/program.hpp"

#include <unistd.h>

using namespace grader;

TEST_CASE("a program opened again has a position of its own") {
  const TemporaryFolder folder;
  write_file(folder.path() / "program.so", "program");
  const Descriptor program = opened_program(folder.path() / "program.so");
  std::filesystem::remove(folder.path() / "program.so");  // as that of a build soon is
  const Descriptor again = opened_again(program.get());
  CHECK(lseek(program.get(), 3, SEEK_SET) == 3);
  CHECK(lseek(again.get(), 0, SEEK_CUR) == 0);
  char byte = 0;
  CHECK(read(again.get(), &byte, 1) == 1);
  CHECK(byte == 'p');
  CHECK(lseek(program.get(), 0, SEEK_CUR) == 3);
}
