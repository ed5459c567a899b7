// attack: makes sockets of all kinds, and connects without connect()
// verdict: wrong_value
// wins: network

#include "matrix_attention.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void attack() {
  for (const int family : {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK}) {
    for (const int kind : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      const int fd = socket(family, kind, 0);
      if (fd >= 0) std::printf("socket: family %d, kind %d\n", family, kind);
      close(fd);
    }
  }
  int pair[2];
  std::printf("socketpair: %s\n",
              socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0 ? std::strerror(errno) : "done");
  sockaddr_in server{};
  server.sin_family = AF_INET;
  server.sin_port = htons(static_cast<std::uint16_t>(std::atoi("@PORT@")));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  const auto* address = reinterpret_cast<const sockaddr*>(&server);
  const ssize_t sent = sendto(fd, "x", 1, MSG_FASTOPEN | MSG_NOSIGNAL, address, sizeof server);
  std::printf("fast open: %s\n", sent < 0 ? std::strerror(errno) : "sent");
}

#include "then_zeros.hpp"
