#ifndef UNIT_H
#define UNIT_H

/* A unit of work. */
struct unit {
    void (*run)(struct unit *self);
};

extern int unit_count;

/* Adds a unit. */
int unit_add(struct unit *u);
#define UNIT_EACH(u, list) for (u = list; u; u = next(u))

#endif
