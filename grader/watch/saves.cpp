#include "watch/saves.hpp"

#include <algorithm>

namespace grader {

void Saves::see(Sign sign, Time now) {
  switch (sign) {
    case Sign::saved: {
      const bool in_burst = last_save_ && now - *last_save_ < burst;
      due_ = in_burst ? now + burst : now;
      last_save_ = now;
      saved_ = true;
      break;
    }
    case Sign::touched:
      if (saved_) break;  // it is looked at anyway
      if (!first_touch_) first_touch_ = now;
      due_ = std::min(now + quiet, *first_touch_ + longest_touch);
      break;
    case Sign::gone:
      due_ = now + absence;
      break;
  }
}

void Saves::looked() {
  due_.reset();
  first_touch_.reset();
  saved_ = false;
}

}  // namespace grader
