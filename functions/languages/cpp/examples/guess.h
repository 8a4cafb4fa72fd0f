// A header that only C++ understands.
namespace geo {
class Point;
template <typename T> struct Box { T item; };
double area(const Point &p);
}
