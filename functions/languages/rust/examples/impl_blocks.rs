trait S {
    fn r(&self);
}

struct B<T>(T);

impl<T> S for B<T> {
    fn r(&self) {}
}

impl<T> B<T> {
    fn q(&self) {
        self.r();
        Self::make(&self.0);
    }

    fn make(t: &T) {}
}

struct Marker;
impl S for Marker {
    fn r(&self) {
        let Some(x) = look() else { return };
        match x {
            None | Some(0) => a(),
            Some(n) if n > 1 && ok() => b(),
            _ => c(),
        }
    }
}
