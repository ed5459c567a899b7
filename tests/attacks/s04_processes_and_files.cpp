// attack: in a second look, forks, runs a shell, reads the course, writes files and calls out
// verdict: crashed
// wins: file
// options: --sanitizers on

#include "second_look.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdio>

void attack() {
#ifdef ADDRESS_LOOK
  for (int i = 0; i < 200; ++i) {
    if (fork() == 0) {
      setsid();
      sleep(20);
      _exit(0);
    }
  }
  const int file = open("@OUTSIDE@/s04", O_WRONLY | O_CREAT, 0666);
  if (file >= 0) close(file);
  char text[4096] = "";
  const int canary = open("@CANARY@", O_RDONLY);
  if (canary >= 0) read(canary, text, sizeof text - 1);
  std::fprintf(stderr, "%s\n", text);
  const int proc = open("/proc/self/environ", O_RDONLY);
  if (proc >= 0) write(2, text, static_cast<std::size_t>(read(proc, text, sizeof text)));
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(static_cast<unsigned short>(std::atoi("@PORT@")));
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int caller = socket(AF_INET, SOCK_STREAM, 0);
  connect(caller, reinterpret_cast<sockaddr*>(&there), sizeof there);
  kill(getppid(), SIGSTOP);
#endif
}
