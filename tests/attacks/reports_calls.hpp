static void report(const char* call, long result) {
  if (result < 0) std::printf("%s: %m\n", call);
  if (result >= 0) std::printf("%s: done\n", call);
}
