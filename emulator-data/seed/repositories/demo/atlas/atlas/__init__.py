from .graph import RoadMap
from .route import RouteFinder

__all__ = ["RoadMap", "RouteFinder"]
