#include "watch/saved_file.hpp"

#include <algorithm>

namespace grader {

using std::chrono::milliseconds;

milliseconds SavedFile::patience() const {
  if (!saves_.due()) return events_.patience();
  const auto left = std::chrono::ceil<milliseconds>(*saves_.due() - Clock::now());
  return std::clamp(left, milliseconds(0), events_.patience());
}

void SavedFile::listen() {
  for (const Sign sign : events_.signs()) saves_.see(sign, Clock::now());
}

std::optional<Intake> SavedFile::due() {
  if (!saves_.due() || *saves_.due() > Clock::now()) return std::nullopt;
  const bool saved = saves_.saved();
  saves_.looked();
  return look(saved);
}

Intake SavedFile::now() {
  saves_.looked();
  last_ = take_in(stub_);
  looked_ = Clock::now();
  return last_;
}

/// The content to grade, if it is to be graded. An empty file may be about to be written, so it
/// gets another look. The same content is graded again only for a save of its own.
std::optional<Intake> SavedFile::look(bool saved) {
  Intake found = take_in(stub_);
  const auto now = Clock::now();
  if (found.text.empty() && !found.problem && !was_empty_) {
    was_empty_ = true;
    saves_.check_at(now + Saves::burst);
    return std::nullopt;
  }
  was_empty_ = false;
  const bool same = found.text == last_.text && found.problem == last_.problem;
  if (same && (!saved || now - looked_ < milliseconds(1000))) return std::nullopt;
  last_ = std::move(found);
  looked_ = now;
  return last_;
}

}  // namespace grader
