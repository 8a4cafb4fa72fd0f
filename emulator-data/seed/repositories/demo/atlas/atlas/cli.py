"""python -m atlas.cli roads.csv START GOAL"""

import csv
import sys

from .graph import Place, RoadMap
from .route import NoRoute, RouteFinder, describe


def load(path):
    road_map = RoadMap()
    for row in csv.reader(open(path)):
        if row[0] == "place":
            road_map.add_place(Place(row[1], float(row[2]), float(row[3])))
        elif row[0] == "road":
            road_map.add_road(row[1], row[2], one_way=row[3:] == ["one-way"])
    return road_map


def main(args=sys.argv[1:]):
    path, start, goal = args
    finder = RouteFinder(load(path))
    try:
        print(describe(*finder.shortest(start, goal)))
    except NoRoute as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
