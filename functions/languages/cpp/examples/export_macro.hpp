#pragma once

class MY_API W : public Base {
  void t();
};

class LIB_EXPORT(2) V final : public W, private ns::Mixin<int> {
public:
  explicit V(int n) : W(n), size_(n) {}
  ~V() override = default;
  LIB_EXPORT static V *make(int n);
  bool operator==(const V &other) const { return size_ == other.size_; }

private:
  int size_;
};
