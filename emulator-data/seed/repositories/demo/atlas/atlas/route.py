"""Shortest ways."""

import heapq

from .graph import RoadMap


class NoRoute(Exception):
    """There is no way between the two places."""


class RouteFinder:
    def __init__(self, road_map: RoadMap):
        self.road_map = road_map

    def shortest(self, start, goal):
        """Dijkstra's algorithm; gives the length and the places on the way."""
        queue = [(0, start, [])]
        seen = set()
        while queue:
            cost, name, path = heapq.heappop(queue)
            if name in seen:
                continue
            seen.add(name)
            path = path + [name]
            if name == goal:
                return cost, path
            for neighbour, length in self.road_map.neighbours(name):
                if neighbour not in seen:
                    heapq.heappush(queue, (cost + length, neighbour, path))
        raise NoRoute(f"no way from {start} to {goal}")


def describe(length, path):
    return f"{' -> '.join(path)} ({length:.1f} km)"
