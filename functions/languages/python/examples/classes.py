"""Classes: bases, fields, methods, properties."""
from abc import ABC, abstractmethod
from dataclasses import dataclass, field


class Animal(ABC):
    """Something that makes a noise.

    Indented text stays so:
        like this.
    """

    count = 0
    kinds: list[str] = []

    def __init__(self, name: str, voice: "Voice | None" = None) -> None:
        self.name = name
        self.voice: Voice = voice or Voice()
        self.friends, self._parent = [], None

    @property
    def label(self) -> str:
        return self.name.upper()

    @label.setter
    def label(self, value):
        self.name = value

    @staticmethod
    def create(kind):
        return Animal(kind)

    @classmethod
    def default(cls):
        return cls("x")

    @abstractmethod
    def speak(self): ...


class Dog(Animal, metaclass=ABCMeta):
    run = lambda self: self.voice.play()

    def speak(self, loud=False, *args: int, key: dict[str, int], **rest):
        super().speak()
        if loud and self.voice or args:
            self.voice.play(3).then(*args, **rest)
        return self.friends[0].name

    class Inner(Animal.Base, Generic[T]):
        pass


@dataclass(frozen=True)
class Point[T: (int, float)]:
    x: T
    y: T = field(default=0)


def outer():
    class Local:
        def inside(self):
            return outer

    return Local()
