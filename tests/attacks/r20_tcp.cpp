// attack: connects to a server on this machine
// verdict: wrong_value
// wins: network

#include "matrix_attention.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void attack() {
  sockaddr_in server{};
  server.sin_family = AF_INET;
  server.sin_port = htons(static_cast<std::uint16_t>(std::atoi("@PORT@")));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  std::printf("socket: %s\n", fd < 0 ? std::strerror(errno) : "made");
  const int result = connect(fd, reinterpret_cast<const sockaddr*>(&server), sizeof server);
  std::printf("connect: %s\n", result < 0 ? std::strerror(errno) : "done");
}

#include "then_zeros.hpp"
