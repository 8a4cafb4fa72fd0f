/* File doc. */
#include <stdio.h>
#include "util/list.h"
#define MAX 10
#define SQUARE(x) ((x) * helper(x))
#define API __attribute__((visibility("default")))
#define DECLARE(name) int name(void)

/**
 * A node.
 */
typedef struct node {
    int value;
    struct node *next;
    int (*compare)(const void *a, const void *b);
    unsigned flags : 3;
    char name[32], *alias;
    struct { int x, y; } pos;
    union { int i; float f; };
} node_t, *node_ptr;

struct list { node_t *head; size_t len; };
union value { int i; double d; };
enum color { RED, GREEN = 2, BLUE };
typedef enum { ON, OFF } state_t;
typedef int (*handler_fn)(node_t *n, int flags);
typedef unsigned long ulong_t;

int add(int a, int b);
extern int counter;
static int helper(int x);
static const char *names[] = { "a", "b" };
int global_a = 1, *global_b, global_c[3];
static handler_fn handlers[] = { on_open, on_close };
struct ops file_ops = { .open = on_open, .close = on_close };
void (*callback)(int);

/** Adds. */
static inline int helper(int x)
{
    return x > 0 ? add(x, 1) : 0;
}

node_t *node_new(const char *name, int (*cmp)(int, int), ...)
{
    node_t *n = malloc(sizeof(*n));
    struct list l = { .head = n, 3 }, *lp = &l;
    int i, j = 0;
    if (!n || name == NULL)
        return NULL;
    else if (j) j++;
    for (i = 0; i < 10; i++) { n->compare(n, &l); }
    while (j && i) j--;
    do { j++; } while (j < 3);
    switch (j) {
    case 1:
    case 2: (*n->compare)(1, 2); break;
    default: break;
    }
    n->next = node_new("x", cmp);
    l.head->next->compare = compare_nodes;
    callback = on_open;
    handlers[2](n, 1);
    SQUARE(3);
    n = (node_t *)get(n);
    goto done;
done:
    return n;
}

int main(argc, argv)
    int argc;
    char **argv;
{
    struct local { int a; } s;
    return run((struct list){ .len = 3 }, &s);
}

API void exported(void) {}
int
gnu_style (int a,
           int b)
{
  return a;
}
#ifdef X
int cond(void) { return 1; }
#else
int cond(void) { return 2; }
#endif
extern "C" { void cc(void); }
DECLARE(foo);
static_assert(1, "a");
bool flag = true; int *p = nullptr;
[[nodiscard]] int attr(void);
_Noreturn void die(void) { exit(1); }
void vla(int n, int a[n], struct list *restrict l, unsigned) {}

static int (*by_state[2])(int) = { first, &second };
