// Plain.
#include <vector>
#include "base.h"
import std;
using namespace std;
using std::string;
using Alias = std::vector<int>;
template <class T> using Vec = std::vector<T>;
namespace a::b { namespace { int hidden(); } }
namespace fs = std::filesystem;
#define MY_API __declspec(dllexport)

/// Doc of Base.
class Base {
public:
  Base() = default;
  explicit Base(int x, const std::string& s = "a") : x_(x), other(make(s)) { init(); }
  virtual ~Base();
  virtual double area(double scale) const = 0;
  virtual void run() override final { helper(); this->x_ = 3; }
  static Base* create();
  Base& operator=(const Base& o);
  bool operator==(const Base&) const = default;
  operator bool() const { return true; }
  template <typename U, int N = 3> U get(U u) requires std::integral<U> { return u; }
  friend class Foo;
  friend std::ostream& operator<<(std::ostream& os, const Base& b);
protected:
  int x_ = 0, *y_;
  static constexpr int kMax = 10;
  std::unique_ptr<Base> next_{nullptr};
  std::function<void(int)> cb_;
  enum class Kind : int { A, B };
  struct Inner { int z; };
  using value_type = int;
  void (*fp)(int);
  Base *arr[3];
  [[nodiscard]] int attr() const noexcept;
  auto trailing() -> std::vector<Base>;
private:
  int priv();
};

class MY_API W : public Base, private virtual ns::Other<int> {
  void t();
};
class MY_API Plain { void q() {} };
struct MY_API Fwd;
template <typename T> class Box : public Base, T::type { T item; T& get() { return item; } };
template <> class Box<int> { };
template <typename T> concept Shape = requires(T t) { t.area(1.0); };
template <Shape T> void draw(T&& t, auto x) { t.area(1); }

void W::t() { Base::run(); area(2); }
template <typename T> T& Box<T>::get() { return item; }
a::b::C::C(int x) : x(x) {}
Base::~Base() {}
Base* Base::create() { return new Base(1, "x"); }
std::ostream& operator<<(std::ostream& os, const Base& b) { return os; }
Base::operator bool() const { return true; }
bool Base::operator==(const Base& o) const { return true; }
int ns1::func(int a, int b) { return a; }

static int g = 3;
Base gb(1), gb2{2}, gb3 = Base(3);
std::vector<Base> items = {Base(1), gb};
constexpr auto sq = [](int x) { return x * x; };

int main(int argc, char** argv) {
  Base b(1, "a");
  Base* p = new W();
  auto q = std::make_unique<W>(1);
  W w;
  W w2{1};
  auto& r = *p;
  for (auto& it : items) it.area(1);
  for (int i = 0; i < 3; ++i) {}
  auto [x, y] = pair();
  auto lam = [&, z = 1](int k) -> int { return k + b.area(1); };
  lam(2);
  if (auto it = m.find(1); it != m.end() && true) it->second.run();
  try { risky(); } catch (const std::exception& e) { e.what(); } catch (...) {}
  static_cast<W*>(p)->t();
  dynamic_cast<W&>(*p).t();
  (*p).run();
  p->next()->run();
  ns::foo<int>(3);
  Box<int>::make().get();
  W().t();
  W{}.t();
  std::sort(items.begin(), items.end(), [](auto a, auto b) { return a < b; });
  delete p;
  switch (x) { case 1: break; default: break; }
  int v = x > 1 ? f1() : f2();
  co_await task();
  co_return 3;
  if constexpr (true) {} 
  Kind k = Kind::A;
  while (x || y) {}
  throw Error("a");
  if (x and y or z) {}
  Foo foo(bar);
  return 0;
}
struct Point { int x, y; Point operator+(const Point& o) const { return {x + o.x, y}; } };
extern "C" { int c_func(int); void c_def(void) {} }
enum Color { RED, GREEN };
union U { int a; };
typedef struct { int q; } Td;
class Derived final : public Base { using Base::Base; void m() { auto self = [this] { m(); }; } };
inline namespace v1 { void vf(); }
template<typename... Args> void var(Args&&... args) { (f(args), ...); g2(std::forward<Args>(args)...); }
int Base::count = 0;
export module foo;
export void ef();
namespace x { using y::z; }
template <typename T> T tmpl(T t);
class A::Nested { int k; };
template <> int spec<int>(int x) { return x; }
static inline std::pair<int, int> two() { return {1, 2}; }
void Outer::Inner::deep() {}
MY_EXPORT void exported_fn(int a);
class LIB_API(1) Q final : Base { };
int Box<T>::stat() { return 1; }
