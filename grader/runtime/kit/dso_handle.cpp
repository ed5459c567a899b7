// The symbol that static objects of a shared object register their destructors with. The compiler
// driver would link it in; calling the linker directly is ten times faster.

extern "C" {
__attribute__((visibility("hidden"))) void* __dso_handle = &__dso_handle;
}
