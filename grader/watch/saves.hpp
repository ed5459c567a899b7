#pragma once
// When a file that somebody edits is to be graded. Pure: times come in, nothing waits here.

#include <chrono>
#include <optional>

namespace grader {

/// What was seen of the file.
enum class Sign {
  saved,    ///< written and closed, or renamed to its name
  touched,  ///< written to, and perhaps not yet whole
  gone,     ///< removed or renamed away, often for a moment only
};

/// From signs to moments at which to look at the file. The first save after a pause is due at once;
/// in a burst of them, and after any other sign, only when nothing more comes for a while.
class Saves {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  static constexpr Duration burst = std::chrono::milliseconds(250);  ///< saves this close are one
  static constexpr Duration quiet = std::chrono::milliseconds(100);  ///< then a writer is done
  static constexpr Duration longest_touch = std::chrono::milliseconds(1000);  ///< it may go on
  static constexpr Duration absence =
      std::chrono::milliseconds(1000);  ///< then it is gone for good

  void see(Sign sign, Time now);

  /// When to look at the file; nothing where there is no reason to.
  std::optional<Time> due() const { return due_; }

  /// Whether a save was seen since the last `looked`, and not only a touch.
  bool saved() const { return saved_; }

  /// Whether it was saved again so soon after the last save that only the last counts.
  bool in_burst() const { return saved_ && due_ && *due_ == *last_save_ + burst; }

  /// The file is being looked at: what was seen before is done with.
  void looked();

  /// Looks again after a while: the file was empty, or not there.
  void look_again(Time at) { due_ = at; }

 private:
  std::optional<Time> due_;
  std::optional<Time> last_save_;
  std::optional<Time> first_touch_;
  bool saved_ = false;
};

}  // namespace grader
