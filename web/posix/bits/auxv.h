// The system's elf.h includes it, and nothing of it is needed.
