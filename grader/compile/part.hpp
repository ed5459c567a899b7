#pragma once
// What is made of a source of the course's own, once, and kept in build/prepared: objects, and
// programs of objects.

#include "compile/compile.hpp"
#include "compile/workbench.hpp"
#include "core/program_spec.hpp"

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace grader {

/// A source text of the course's own.
struct Part {
  std::string name;              ///< of the object file, without the key
  std::string text;              ///< or what it is made of, where `source` makes it
  std::filesystem::path blamed;  ///< the file to name when it does not compile
  std::set<std::filesystem::path> headers;
  Optimise optimise = Optimise::no;
  std::function<std::string()> source = {};  ///< called where the object is not there yet
};

/// The object of `part`, compiled when it is not there yet. Throws GraderFault when it does not
/// compile.
std::filesystem::path prepared(const Workbench& bench, const Part& part);

/// The object NAME.o that a released copy has in place of a source; empty where it has none that
/// fits the kit.
std::filesystem::path released_object(const Kit& kit, const ProgramSpec& spec,
                                      const std::string& name);

/// The shared object that these objects make, linked when it is not there yet. Its name begins with
/// `stem`. Throws GraderFault, naming `blamed`, when it does not link.
std::filesystem::path linked(const Kit& kit, const ProgramSpec& spec,
                             const std::vector<std::filesystem::path>& objects,
                             const std::string& stem, const std::filesystem::path& blamed);

}  // namespace grader
