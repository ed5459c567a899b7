// attack: a compiler that changes modes, owners and times of files (to what they are), and asks for queues by number
// verdict: internal_error

#include "taken_compiler.hpp"

#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

void attack() {
  for (const char* file : {".", "matrix_attention.cpp", "/tmp", "@COMPILER@"}) {
    struct stat found {};
    if (stat(file, &found) != 0) continue;
    claim(chmod(file, found.st_mode & 07777) == 0, "chmod");
    claim(fchmodat(AT_FDCWD, file, found.st_mode & 07777, 0) == 0, "fchmodat");
    claim(syscall(452, AT_FDCWD, file, found.st_mode & 07777, 0) == 0, "fchmodat2");
    claim(chown(file, found.st_uid, found.st_gid) == 0, "chown");
    claim(utimensat(AT_FDCWD, file, nullptr, 0) == 0, "utimensat");
    claim(setxattr(file, "user.softmark", "1", 1, 0) == 0, "setxattr");
    claim(removexattr(file, "user.softmark") == 0 || errno == ENODATA, "removexattr");
    const int open_file = open(file, O_RDONLY);
    claim(open_file >= 0 && fchmod(open_file, found.st_mode & 07777) == 0, "fchmod");
    claim(open_file >= 0 && fchown(open_file, found.st_uid, found.st_gid) == 0, "fchown");
    close(open_file);
  }
  // Refused before the kernel looks for the number: else it would say that there is no such thing.
  claim(semctl(0, 0, IPC_RMID) == 0 || errno != EPERM, "semctl");
  claim(shmctl(0, IPC_RMID, nullptr) == 0 || errno != EPERM, "shmctl");
  claim(msgctl(0, IPC_RMID, nullptr) == 0 || errno != EPERM, "msgctl");
  struct {
    long type;
    char text[1];
  } message{1, {'x'}};
  claim(msgsnd(0, &message, 1, IPC_NOWAIT) == 0 || errno != EPERM, "msgsnd");
}
