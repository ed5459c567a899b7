#pragma once
// GCC leaves each template that a header's functions use to every program that includes the header,
// but for what a constant needs. The functions of <string> use strings of all five kinds of
// letters: a third of the 700 functions that it instantiated for an empty program. Constants that
// are computed from the same functions have them instantiated in the precompiled header, once.
//
// Functions here are templates, so that they leave nothing to programs themselves.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Sanitizers change what is a constant.
#if defined(__cpp_lib_constexpr_string) && __cpp_lib_constexpr_string >= 201907L && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace softmark::settled {

template <class C>
constexpr bool letters(const C* two) {
  const std::basic_string<C> made(two, 2), copy(made), other(two);
  std::basic_string<C> moved(std::basic_string<C>(copy).c_str());
  const std::basic_string<C> taken(std::move(moved));
  const std::basic_string_view<C> view(two, 2);
  const std::basic_string<C> longer(20, two[0]), same(longer);  // has memory of its own
  using Traits = std::char_traits<C>;
  return taken.c_str()[0] == view.data()[0] && taken.length() == view.length() &&
         other.data()[0] == made[0] && longer.size() == same.size() &&
         Traits::find(two, 2, two[1]) != nullptr && Traits::compare(two, two, 2) == 0;
}

template <class>
constexpr bool literals() {
  using namespace std::literals;
  return letters("ab") && letters(L"ab") && letters(u8"ab") && letters(u"ab") && letters(U"ab") &&
         ""s.empty() && L""s.empty() && u8""s.empty() && u""s.empty() && U""s.empty() &&
         ""sv.empty() && L""sv.empty() && u8""sv.empty() && u""sv.empty() && U""sv.empty();
}

/// What messages are made with.
template <class>
constexpr bool text() {
  std::string made = std::string("a") + "b" + std::string("c");
  made = "d" + made + std::string("e") + 'f';
  made.append("gh", 2).append(made).insert(0, "i").insert(0, made);
  made.replace(0, 1, "kl", 2);
  made += "m";
  made += made;
  made += 'n';
  const std::string_view view("abc");
  const std::string filled(3, '-'), part(made.begin(), made.end());
  return !made.empty() && view.size() == 3 && made.at(0) == 'k' && made != filled && part == made &&
         made.compare("x") < 0 && *view.begin() == 'a' && view == "abc" && made.back() == 'n';
}

/// What other functions of the headers use. (<chrono> is not included here: it has the calendar.)
template <class>
constexpr bool others() {
  using namespace std::literals;
  const std::vector<unsigned> words;
  const auto hours = 1h + 1min + 1s + 1ms + 1us + 1ns;
  const auto real = 1.0h + 1.0min + 1.0s + 1.0ms + 1.0us + 1.0ns;
  using Clock = std::chrono::system_clock;
  using Seconds = std::chrono::time_point<Clock, std::chrono::seconds>;
  const auto time = std::chrono::time_point_cast<Clock::duration>(Seconds(std::chrono::seconds(1)));
  using std::chrono::duration_cast;
  const auto whole = duration_cast<std::chrono::seconds>(time.time_since_epoch());
  std::size_t places[3] = {};
  std::iota(places, places + 3, std::size_t{0});
  return std::find(places, places + 3, std::size_t{1}) != places + 3 && words.size() == 0 &&
         hours.count() > 0 && real.count() > 0 && whole.count() == 1 &&
         (time - std::chrono::seconds(1)).time_since_epoch().count() == 0 &&
         std::lerp(0.0, 1.0, 0.5) > 0 && std::lerp(0.0F, 1.0F, 0.5F) > 0 &&
         std::lerp(0.0L, 1.0L, 0.5L) > 0 && std::max({1UL, 2UL}) == 2 && std::max(1UL, 2UL) == 2;
}

static_assert(literals<void>() && text<void>());
#if defined(__cpp_lib_constexpr_vector) && __cpp_lib_constexpr_vector >= 201907L
static_assert(others<void>());
#endif

}  // namespace softmark::settled
#endif
