namespace acme {
ACME_API Stream& operator<<(Stream& out, const Node& node);
extern ACME_API Node null;

class Node {
 public:
  friend ACME_API Node operator!(const Node& node);
  Node(Node&&) ACME_NOEXCEPT = default;
  ACME_CONSTEXPR20 int& operator[](int at) { return data_[at]; }
  template <class T>
  ACME_FORCEINLINE ACME_SAFEBUFFERS static ACME_CONSTEXPR20 T get(int at) { return at; }
  ACME_DEPRECATED("use size() instead") int length() const { return size(); }
};
}
enum FLOW_MARKER { FLOW_MAP, FLOW_SEQ };
struct Scan { enum STATUS { VALID }; enum class Kind ACME_ENUM(x) { ONE }; };
