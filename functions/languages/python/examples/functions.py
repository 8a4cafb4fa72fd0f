#!/usr/bin/env python3
# A comment before the docstring.
"""Functions: nesting, decorators, lambdas, control flow."""
from __future__ import annotations
import functools

LIMIT = 10
handlers = {"a": lambda x: x + 1, 'b': print}
square = lambda n: n * n


def plain(a, b=default(), /, *, c: int = 3):
    """Docstring of plain."""
    def nested(x):
        if x:
            return a
        elif x > 1 and b or c:
            return b
        return None

    return nested(a) or nested(b)


@functools.wraps(plain)
@trace
async def decorated[T](items: list[T], *rest) -> T | None:
    async with open_session() as session, lock:
        async for item in session.rows(items):
            yield item
    while True:
        await session.close()


def flow(subject):
    global LIMIT
    LIMIT = 3
    if (n := len(subject)) > 3:
        pass
    for i, (k, v) in enumerate(subject):
        print(k, v) if i else print(v)
    try:
        risky()
    except (ValueError, OSError) as error:
        raise RuntimeError(str(error)) from error
    except KeyError:
        pass
    finally:
        done()
    match subject:
        case Point(x=0, y=y) as p if y > 1:
            p.move()
        case [first, *others]:
            first()
        case {"k": value}:
            value()
        case str() | bytes():
            pass
        case other:
            other.run()
        case _:
            pass
    squares = [f(x) for x in subject if x if not x.done]
    first = second = Box(subject)
    first.items["a"] = second
    return sorted(squares, key=lambda s: s.size), {"k": first, **squares}


def generator():
    def counter():
        nonlocal state
        state = 1
    result = yield counter
    yield from result


if __name__ == "__main__":
    flow(sys.argv)[0].main()
