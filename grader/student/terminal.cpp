#include "student/terminal.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utf8proc.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <future>

namespace grader {
namespace {

// What follows is used by signal handlers: plain and lock-free data, async-signal-safe calls only.
termios shells_modes;
termios own_modes;
std::atomic<bool> owned = false;
std::atomic<unsigned> times_stopped = 0;
int wakeup_pipe[2] = {-1, -1};

// Switches to the other screen, without a cursor and without line wrap; and back.
constexpr std::string_view enter_orders = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
constexpr std::string_view leave_orders = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

constexpr int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGQUIT};

void enter() {
  if (owned.exchange(true)) return;
  tcsetattr(STDIN_FILENO, TCSANOW, &own_modes);
  write_all(STDOUT_FILENO, enter_orders);
}

void leave() {
  if (!owned.exchange(false)) return;
  write_all(STDOUT_FILENO, leave_orders);
  tcsetattr(STDIN_FILENO, TCSANOW, &shells_modes);
}

void wake() {
  const int error = errno;
  const char byte = 0;
  if (write(wakeup_pipe[1], &byte, 1) < 0) errno = error;  // full: the loop is awake
}

void on_interrupt(int) {
  interrupt();
  wake();
}

/// Gives the terminal back, then lets the same signal end the program.
void on_crash(int number) {
  leave();
  signal(number, SIG_DFL);
  raise(number);
}

/// Ctrl-Z: gives the terminal back and stops, as without a handler, and takes it again when the
/// shell continues the program. Where no shell could do that, the kernel does not stop it.
void on_stop(int) {
  const int error = errno;
  const bool was_owned = owned;
  leave();
  struct sigaction ours {};
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &plain, &ours);
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  raise(SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before);  // stops here
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  sigaction(SIGTSTP, &ours, nullptr);
  if (was_owned) enter();
  ++times_stopped;
  wake();
  errno = error;
}

/// Sets the modes again after a stop that no handler sees (SIGSTOP): the shell may have changed
/// them.
void on_continue(int) {
  const int error = errno;
  if (owned) tcsetattr(STDIN_FILENO, TCSANOW, &own_modes);
  ++times_stopped;
  wake();
  errno = error;
}

void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, nullptr);
}

/// A character, or an escape sequence, which takes no columns.
struct Piece {
  std::size_t bytes = 1;
  std::size_t columns = 1;
};

Piece first_piece(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text.starts_with("\x1b[")) {
    std::size_t end = 2;
    while (end < text.size() && (byte(end) < '@' || byte(end) > '~')) ++end;
    return {std::min(end + 1, text.size()), 0};
  }
  if (byte(0) < 0x80) return {};
  const std::optional<Letter> letter = first_letter(text);
  if (!letter) return {};
  const int columns = utf8proc_charwidth(static_cast<utf8proc_int32_t>(letter->code));
  return {letter->bytes, static_cast<std::size_t>(columns)};
}

/// How many bytes of a line fit into so many columns.
std::size_t bytes_that_fit(std::string_view line, std::size_t columns) {
  std::size_t bytes = 0, used = 0;
  while (bytes < line.size()) {
    const Piece piece = first_piece(line.substr(bytes));
    used += piece.columns;
    if (used > columns) break;
    bytes += piece.bytes;
  }
  return bytes;
}

constexpr std::size_t head_lines = 2;  // title, empty line
constexpr std::size_t foot_lines = 3;  // empty line, file, progress; then keys

/// `left`, and `right` at the end of the line, where both fit.
std::string justified(const std::string& left, const std::string& right, std::size_t columns) {
  const std::size_t used = styled_width(left) + styled_width(right);
  if (used + 1 > columns) return fitted(left, columns);
  return left + std::string(columns - used, ' ') + right;
}

std::string progress_bar(std::size_t passed, std::size_t all, std::size_t columns) {
  const std::string count = fmt::format(" {} of {} passed", passed, all);
  if (columns < count.size() + 12) return fitted(count.substr(1), columns);
  const std::size_t inside = columns - count.size() - 2;
  const std::size_t done = all == 0 ? 0 : inside * passed / all;
  std::string bar(done, '#');
  if (done < inside) bar += '>' + std::string(inside - done - 1, '-');
  return "[" + bar + "]" + count;
}

/// The keys, in two lines at most. The last two always stay; those before them are left out first.
std::vector<std::string> key_lines(std::vector<std::string> keys, std::size_t columns) {
  std::vector<std::string> lines(1);
  std::size_t used = 0;
  for (const std::string& key : keys) {
    if (used > 0 && used + 2 + key.size() > columns) {
      lines.emplace_back();
      used = 0;
    }
    lines.back() +=
        fmt::format("{}\x1b[1m{}\x1b[0m{}", used > 0 ? "  " : "", key[0], key.substr(1));
    used += key.size() + (used > 0 ? 2 : 0);
  }
  if (lines.size() <= 2 || keys.size() <= 2) return lines;
  keys.erase(keys.end() - 3);
  return key_lines(std::move(keys), columns);
}

/// `lines` in so many rows: the first and the last, with the number of missing ones between them.
std::vector<std::string> cut_in_the_middle(const std::vector<std::string>& lines,
                                           std::size_t rows) {
  if (lines.size() <= rows) return lines;
  if (rows == 0) return {};
  const std::size_t kept = rows - 1;
  const std::size_t above = kept - kept / 3;  // the verdict and its reason come first
  const std::size_t below = kept - above;
  std::vector<std::string> shown(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(above));
  shown.push_back(fmt::format("          \x1b[33m... {} more lines: v shows all ...\x1b[0m",
                              lines.size() - kept));
  shown.insert(shown.end(), lines.end() - static_cast<std::ptrdiff_t>(below), lines.end());
  return shown;
}

/// Exactly as many lines as there are rows, none too wide. With few rows, the first line of the
/// body and the very last line are kept longest.
std::vector<std::string> framed(std::vector<std::string> lines, ScreenSize size) {
  while (lines.size() > size.rows && lines.size() > 2) {
    lines.erase(lines.size() > head_lines + 1 ? lines.end() - 2 : lines.begin());
  }
  lines.resize(size.rows);
  for (std::string& line : lines) line = fitted(line, size.columns);
  return lines;
}

}  // namespace

bool Terminal::usable() {
  const char* name = std::getenv("TERM");
  return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 && name != nullptr &&
         *name != '\0' && std::strcmp(name, "dumb") != 0;
}

Terminal::Terminal() {
  if (tcgetattr(STDIN_FILENO, &shells_modes) != 0) throw InputError("the terminal is gone");
  own_modes = shells_modes;
  own_modes.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // Ctrl-C and Ctrl-Z stay signals
  own_modes.c_cc[VMIN] = 1;
  own_modes.c_cc[VTIME] = 0;
  if (pipe2(wakeup_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
    throw TryAgain("no pipe can be made", "raise the limit on open files: ulimit -n 4096");
  for (const int number : crashes) handle(number, on_crash, 0);
  for (const int number : interrupts) handle(number, on_interrupt, 0);
  handle(
      SIGWINCH, [](int) { wake(); }, SA_RESTART);
  handle(SIGTSTP, on_stop, SA_RESTART);
  handle(SIGCONT, on_continue, SA_RESTART);
  enter();
}

Terminal::~Terminal() {
  leave();
  for (const int number : {SIGWINCH, SIGTSTP, SIGCONT}) signal(number, SIG_DFL);
  for (const int number : crashes) signal(number, SIG_DFL);
  catch_interrupts();
  for (int& end : wakeup_pipe) {
    close(end);
    end = -1;
  }
}

ScreenSize Terminal::size() const {
  winsize found{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &found) != 0 || found.ws_row == 0 || found.ws_col == 0)
    return {};
  return {found.ws_row, found.ws_col};
}

void Terminal::draw(const std::vector<std::string>& lines) {
  std::string frame = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) frame += "\r\n";
    frame += "\x1b[0m\x1b[2K" + lines[i];
  }
  write_all(STDOUT_FILENO, frame + "\x1b[H");  // who looks on sees that the page is whole
}

int Terminal::lend(const std::vector<std::string>& arguments, Return way,
                   const std::function<void()>& turn) {
  leave();
  std::atomic<bool> ended = false;
  std::future<int> code = std::async(std::launch::async, [&] {
    const int status = run_in_foreground(arguments);
    ended = true;
    wake();
    return status;
  });
  while (!ended) turn();
  const int found = code.get();
  if (way == Return::on_enter && found != 127) {
    write_all(STDOUT_FILENO, "Enter goes back to watch. ");
    char byte = 0;
    while (read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n') {
    }
  }
  enter();
  wake();
  return found;
}

int Terminal::wakeups() const { return wakeup_pipe[0]; }

unsigned Terminal::stops() const { return times_stopped; }

bool Terminal::forget_wakeups() {
  bool found = false;
  char bytes[64];
  while (read(wakeup_pipe[0], bytes, sizeof bytes) > 0) found = true;
  return found;
}

void begin_helper_thread() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : interrupts) sigaddset(&set, number);
  for (const int number : {SIGWINCH, SIGTSTP, SIGCONT}) sigaddset(&set, number);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

std::string keys_in(std::string_view bytes) {
  std::string keys;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    const char behind = i + 1 < bytes.size() ? bytes[i + 1] : '\0';
    if (c == '\x1b' && (behind == '[' || behind == 'O')) {
      for (i += 2; i < bytes.size() && (bytes[i] < '@' || bytes[i] > '~');) ++i;
    } else if (c == '\n' || std::isprint(static_cast<unsigned char>(c)) != 0) {
      keys += c;
    }
  }
  return keys;
}

std::size_t styled_width(std::string_view line) {
  std::size_t columns = 0;
  while (!line.empty()) {
    const Piece piece = first_piece(line);
    columns += piece.columns;
    line.remove_prefix(piece.bytes);
  }
  return columns;
}

std::string fitted(std::string_view line, std::size_t columns) {
  if (styled_width(line) <= columns) return std::string(line);
  if (columns == 0) return "";
  return fmt::format("{}…\x1b[0m", line.substr(0, bytes_that_fit(line, columns - 1)));
}

std::vector<std::string> folded_lines(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(text)) {
    std::string_view rest = line;
    do {
      const std::size_t bytes = bytes_that_fit(rest, std::max<std::size_t>(columns, 2));
      lines.emplace_back(rest.substr(0, bytes));
      rest.remove_prefix(bytes);
    } while (!rest.empty());
  }
  return lines;
}

std::vector<std::string> lay_out(const VerdictScreen& screen, ScreenSize size) {
  std::vector<std::string> lines = {justified(screen.title, screen.state, size.columns), ""};
  std::vector<std::string> keys = key_lines(screen.keys, size.columns);
  const std::size_t around = head_lines + foot_lines + keys.size();
  const std::size_t rows = size.rows > around ? size.rows - around : 1;
  std::vector<std::string> body = cut_in_the_middle(screen.body, rows);
  body.resize(rows);
  lines.insert(lines.end(), body.begin(), body.end());
  lines.emplace_back();
  lines.push_back(screen.file);
  lines.push_back(progress_bar(screen.passed, screen.exercises, size.columns));
  if (!screen.notice.empty()) {
    keys.assign(keys.size(), "");
    keys.back() = screen.notice;
  }
  lines.insert(lines.end(), keys.begin(), keys.end());
  return framed(std::move(lines), size);
}

}  // namespace grader
