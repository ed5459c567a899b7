#pragma once
// What an exercise's contract declares: the parameters of its function, and the structs among their
// types. Pure; it reads the few forms that contracts have, and is no compiler.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A parameter or a field: its type without const and &, and its name.
struct Declared {
  std::string type;
  std::string name;
};

/// The fields of each struct in a header, by its name.
using Structs = std::map<std::string, std::vector<Declared>>;
Structs structs_in(std::string_view header);

/// The parameters of the function of that name; none where the header does not declare it.
std::vector<Declared> parameters_of(std::string_view header, std::string_view function);

}  // namespace grader
