#pragma once
// Decides when a file that somebody edits is to be graded. Pure: times are given to it.

#include <chrono>
#include <optional>

namespace grader {

/// What was seen of the file.
enum class Sign {
  saved,    ///< written and closed, or renamed to its name
  touched,  ///< written to, perhaps not finished
  gone,     ///< removed or renamed away, often for a moment only
};

/// Makes of signs the times at which to look at the file. The first save after a pause is due at
/// once. Within a burst of saves, and after any other sign, it is due when nothing more comes for a
/// while.
class Saves {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  static constexpr Duration burst = std::chrono::milliseconds(250);  ///< saves this close are one
  static constexpr Duration quiet = std::chrono::milliseconds(100);  ///< then a writer is done
  static constexpr Duration longest_touch = std::chrono::milliseconds(1000);  ///< of one write
  static constexpr Duration absence =
      std::chrono::milliseconds(1000);  ///< then it is gone for good

  void see(Sign sign, Time now);

  /// When to look at the file; nothing where there is no reason to.
  std::optional<Time> due() const { return due_; }

  /// Whether a save, and not only a touch, was seen since the last `looked`.
  bool saved() const { return saved_; }

  /// Whether it was saved again so soon that the save before does not count.
  bool in_burst() const { return saved_ && due_ && *due_ == *last_save_ + burst; }

  /// Notes that the file is being looked at, and forgets the signs before.
  void looked();

  /// Asks for another look after a while, since the file was empty or not there.
  void check_at(Time at) { due_ = at; }

 private:
  std::optional<Time> due_;
  std::optional<Time> last_save_;
  std::optional<Time> first_touch_;
  bool saved_ = false;
};

}  // namespace grader
