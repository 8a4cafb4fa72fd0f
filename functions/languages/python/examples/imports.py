"""Imports and module-level names."""
import os
import os.path as osp, sys
from . import sibling
from .. import parent as up
from .pkg.mod import one, two as deux
from ...far import (
    three,
    four,
)
from package.module import *
from .local import *

if TYPE_CHECKING:
    from typing import Protocol

try:
    import ujson as json
except ImportError:
    import json


def lazy():
    from .heavy import thing
    return thing()


__all__ = ["lazy", "Alias"]
__all__ += sibling.__all__

type Alias[T] = dict[str, T]
Number = int | float
a = b = os.getcwd()
x, (y, *z) = make()
obj.attr = typing.cast("Dog", x)
table["key"] = 3
name: Optional[List["pkg.Dog"]] = None
callback: Callable[[int], str]
