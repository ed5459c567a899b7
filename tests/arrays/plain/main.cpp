// Prints what plain xtensor gives, below a line with the text and the platform that it is good for.

#include "arrays/plain/results.hpp"

#include <iostream>

int main() {
  std::cout << SOFTMARK_PLAIN_KEY << '\n';
  const plain::Results results = plain::every_result();
  for (const std::string& line : results.lines()) std::cout << line << '\n';
}
