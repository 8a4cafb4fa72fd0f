#define TWICE(x) (twice(x))
#define LOOP(a, n) do { int i; for (i = 0; i < n; i++) { step(a[i]); } \
    finish(a); } while (0)
#define DEF(name) int name(void) { return make(#name); }
void f(void) { TWICE(1); }

/* Opens what is not there. */
TEST_IMPL(fs_open) {
  if (opened()) fail();
  return 0;
}

#ifdef BENCH
BENCHMARK_IMPL(sizes)
{
  list_for_each(item) {
    measure(item);
  }
}
#endif
