// Prints what plain xtensor gives.

#include "arrays/plain/results.hpp"

#include <iostream>

int main() {
  const plain::Results results = plain::every_result();
  for (const std::string& line : results.lines()) std::cout << line << '\n';
}
