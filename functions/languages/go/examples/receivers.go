package cases

type G struct{}

func (g *G) H() {}

type A struct{ g *G }

func (a *A) R() { a.g.H() }

func f(a, b int) int {
	if a > 0 && b > 0 {
		return 1
	} else if a < 0 || b < 0 {
		return 2
	}
	for i := 0; i < 9; i++ {
	}
	return 0
}
