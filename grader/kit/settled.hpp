#pragma once
// GCC leaves each template that a header's functions use to every program that includes the header,
// but for what a constant needs. The functions of <string> use strings of all five kinds of
// letters: a third of the 700 functions that it instantiated for an empty program. Constants that
// are computed from the same functions have them instantiated in the precompiled header, once.
//
// Functions here are templates, so that they leave nothing to programs themselves.

#include <string>
#include <string_view>
#include <utility>

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
  return taken.c_str()[0] == view.data()[0] && taken.length() == view.length() &&
         other.data()[0] == made[0];
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

static_assert(literals<void>() && text<void>());

}  // namespace softmark::settled
#endif
