"""Roads as a weighted graph."""

from collections import defaultdict


class Place:
    """A node of the map."""

    def __init__(self, name, lat, lon):
        self.name = name
        self.lat = lat
        self.lon = lon

    def distance_to(self, other):
        """Kilometres on a flat earth; good enough for a city."""
        return ((self.lat - other.lat) ** 2 + (self.lon - other.lon) ** 2) ** 0.5 * 111


class RoadMap:
    """Places and the roads between them."""

    def __init__(self):
        self.places = {}
        self.roads = defaultdict(dict)

    def add_place(self, place):
        self.places[place.name] = place

    def add_road(self, a, b, length=None, one_way=False):
        """Length defaults to the distance between the two places."""
        if length is None:
            length = self.places[a].distance_to(self.places[b])
        self.roads[a][b] = length
        if not one_way:
            self.roads[b][a] = length

    def neighbours(self, name):
        return self.roads[name].items()
