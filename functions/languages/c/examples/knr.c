#include "unit.h"

void u(void);

void f(void) { u(); }

int old(a, b)
    int a;
    char *b;
{
    return a ? *b : 0;
}
