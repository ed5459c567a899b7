#pragma once
// One version of a program that has many, as if it were a program of its own.

#include "run/runner.hpp"

namespace grader {

/// Makes calls of one version. Other programs are called as they are.
class OneVersion : public Runner {
 public:
  /// `program` takes one input more, in front: the number of a version. `all` must outlive this.
  /// The version has all the time for its calls, whatever was called before.
  OneVersion(Runner& all, int program, std::size_t version)
      : all_(all), program_(program), version_{{}, {static_cast<double>(version)}} {
    all.start_anew();
  }

  Outcome run_in_turn(int program, const std::vector<std::vector<Tensor>>& calls,
                      const Limits& limits) override {
    if (program != program_) return all_.run_in_turn(program, calls, limits);
    std::vector<std::vector<Tensor>> numbered = calls;
    for (std::vector<Tensor>& inputs : numbered) inputs.insert(inputs.begin(), version_);
    return all_.run_in_turn(program, numbered, limits);
  }
  std::vector<Outcome> replay(int program, const std::vector<std::vector<Tensor>>& inputs,
                              const Given& given, const Limits& limits) override {
    return all_.replay(program, inputs, given, limits);
  }

 private:
  Runner& all_;
  int program_;
  Tensor version_;
};

}  // namespace grader
