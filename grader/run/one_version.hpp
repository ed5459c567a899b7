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

  Outcome run(int program, const std::vector<Tensor>& inputs, const Limits& limits,
              std::uint32_t calls) override {
    if (program != program_) return all_.run(program, inputs, limits, calls);
    std::vector<Tensor> numbered{version_};
    numbered.insert(numbered.end(), inputs.begin(), inputs.end());
    return all_.run(program, numbered, limits, calls);
  }
  Outcome replay(int program, const std::vector<Tensor>& inputs, const Given& given,
                 const Limits& limits) override {
    return all_.replay(program, inputs, given, limits);
  }

 private:
  Runner& all_;
  int program_;
  Tensor version_;
};

}  // namespace grader
