from atlas import RoadMap, RouteFinder
from atlas.graph import Place


def small_map():
    road_map = RoadMap()
    for name, lat, lon in [("a", 0, 0), ("b", 0, 1), ("c", 1, 1)]:
        road_map.add_place(Place(name, lat, lon))
    road_map.add_road("a", "b")
    road_map.add_road("b", "c")
    return road_map


def test_shortest():
    length, path = RouteFinder(small_map()).shortest("a", "c")
    assert path == ["a", "b", "c"]
    assert round(length) == 222
