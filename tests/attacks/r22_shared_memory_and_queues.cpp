// attack: leaves shared memory behind, and uses the other means of System V and POSIX
// verdict: wrong_value
// wins: segment

#include "matrix_attention.hpp"

#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include <cstdio>
#include <cstring>

#include "reports_calls.hpp"

static void attack() {
  const int segment = shmget(0x50f7, 4096, IPC_CREAT | 0666);
  report("shmget", segment);
  void* memory = segment >= 0 ? shmat(segment, nullptr, 0) : reinterpret_cast<void*>(-1);
  if (memory != reinterpret_cast<void*>(-1)) {
    std::printf("shared memory holds: %.32s\n", static_cast<char*>(memory));
    std::strcpy(static_cast<char*>(memory), "from an earlier case");
  }
  const int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0666);
  report("msgget", queue);
  if (queue >= 0) msgctl(queue, IPC_RMID, nullptr);
  const int semaphore = semget(IPC_PRIVATE, 1, IPC_CREAT | 0666);
  report("semget", semaphore);
  if (semaphore >= 0) semctl(semaphore, 0, IPC_RMID);
  report("mq_open", mq_open("/softmark-left", O_CREAT | O_RDWR, 0666, nullptr));
  mq_unlink("/softmark-left");
  report("shm_open", shm_open("/softmark-left", O_CREAT | O_RDWR, 0666));
  shm_unlink("/softmark-left");
}

#include "then_zeros.hpp"
