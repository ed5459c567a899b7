// verdict: passed

#include "online_softmax.hpp"

#include <optional>

namespace softmark {
namespace {

/// A part of the stream; two parts can be merged.
class Part {
 public:
  Part() = default;
  explicit Part(const double& score) : state_(SoftmaxSum{score, double(1.0)}) {}

  Part& operator<<=(const Part& other) {
    if (!other.state_) return *this;
    if (!state_) {
      state_ = other.state_;
      return *this;
    }
    const double m = std::max(state_->largest, other.state_->largest);
    const double left = state_->sum * exp(state_->largest - m);
    const double right = other.state_->sum * exp(other.state_->largest - m);
    state_ = SoftmaxSum{m, left + right};
    return *this;
  }

  [[nodiscard]] const SoftmaxSum& value() const { return state_.value(); }

 private:
  std::optional<SoftmaxSum> state_;
};

}  // namespace

// Two lanes, as if two processors shared the stream.
SoftmaxSum online_softmax(Stream& scores) {
  Part even, odd;
  bool turn = false;
  while (scores.has_next()) {
    (turn ? odd : even) <<= Part(scores.next());
    turn = !turn;
  }
  even <<= odd;
  return even.value();
}

}  // namespace softmark
