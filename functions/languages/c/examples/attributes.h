#ifdef __cplusplus
extern "C" {
#endif

ACME_DEPRECATED("use acme_run() instead") int acme_start(int size);

ACME_API void
acme_run(int size)
{
    work(size * 64 KB);
}

ACME_INLINE
int acme_twice(int size)
{
    return size * 2;
}

#ifdef __cplusplus
}
#endif
