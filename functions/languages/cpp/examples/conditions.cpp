// Macros and conditions of the preprocessor in the places where a grammar does not expect them.
#define FIELDS                /* of every handle */ \
  void* data;                 /* public */          \
  int kind;                   /* private */

enum Kind {
  FIRST = 1,
#define MORE(name) KIND_##name,
  LAST
#undef MORE
};

PRAGMA_CLANG(diagnostic ignored "-Wweak-vtables")

/// An error.
class VISIBILITY("default") format_error : public std::runtime_error {
 public:
  explicit format_error(const char* message) : std::runtime_error(message) {}
};

INLINE_VARIABLE constexpr struct small_powers {
  int divisor;
} powers[] = {{10}};

enum class align HAS_TYPE(unsigned char) { none, left };

class Limiter {
 public:
  // Limits if and only if there is a maximum.
  Limiter(int max)
      :
#if !defined(NDEBUG)
        max_(max),
#endif
        left_(max) {
    check(max);
  }
  operator bool() const { return left_ > 0; }
  operator const char*();
  int take() REQUIRES_LOCK(mutex_) { return left_--; }

 private:
  int left_;
};

// Tells true if it is held.
bool Limiter::held() const
    EXCLUSIVE_LOCKS(mutex_) {
  return left_ == 0;
}

template <typename Mutex>
MY_INLINE sinks::base<Mutex>::base() : formatter_{make()} {}

template <typename Mutex>
void MY_INLINE sinks::base<Mutex>::flush() { flush_(); }

Limiter::operator const char*() { return text(left_); }
