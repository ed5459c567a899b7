// Prints what plain xtensor gives in summaries, below a line with the text and the platform that
// they are good for; with an argument, the results whose lines have it,
// or whose group it is.

#include "arrays/plain/results.hpp"

#include <iostream>

int main(int count, char** arguments) {
  const plain::Results results = plain::every_result();
  if (count > 1) {
    for (const std::string& line : results.lines())
      if (line.find(arguments[1]) != std::string::npos || plain::group_of(line) == arguments[1]) std::cout << line << '\n';
    return 0;
  }
  std::cout << SOFTMARK_PLAIN_KEY << '\n';
  for (const plain::Summary& each : summaries(results)) std::cout << each.text() << '\n';
}
