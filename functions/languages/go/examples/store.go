// Package store keeps things.
//
// It is small.
package store

import (
	"context"
	"fmt"
	str "strings"

	_ "embed"
	. "math"
	yaml "gopkg.in/yaml.v3"
)

// Max is the limit.
const Max = 10

const (
	A, B = iota, iota + 1
	C
)

var cache, other = map[string]*Node{}, newNode("x")

var (
	handler = func(n int) int { return n + 1 }
	table   = map[string]func(int) error{"run": runIt}
	typed   Shape
)

// Node is a node of the graph.
type Node struct {
	Base
	*pkg.Other
	Name, Title string `json:"name"`
	next  *Node
	hooks []func(*Node) error
	inner struct{ depth int }
}

// Shape has an area.
type Shape interface {
	fmt.Stringer
	Area(scale float64) (float64, error)
	Walk(func(Node) bool)
}

type Number interface{ ~int | ~float64 }

type Handler func(ctx context.Context, n *Node) error

type Alias = Node
type List[T any, K comparable] struct {
	items []T
	index map[K]T
}

func newNode(name string) *Node { return &Node{Name: name, Base: Base{}} }

// Get gives one.
func (l *List[T, K]) Get(i int) (item T, err error) {
	if i < 0 || i >= len(l.items) {
		return item, fmt.Errorf("bad %d", i)
	} else if i == 3 {
		err = nil
	}
	return l.items[i], nil
}

func (Node) Anon(a, b int, rest ...string) {}

func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	for i := range 10 {
		_ = i
	}
	return out
}

func run(ctx context.Context, s Shape, ch <-chan *Node) error {
	n, ok := cache["a"]
	if !ok {
		n = new(Node)
	}
	v, err := s.Area(1)
	x, y := 1, n.next
	n.next, n.Name = y, "b"
	defer func() { recover() }()
	go n.Anon(1, 2)
	switch t := s.(type) {
	case *Node:
		t.Anon(1, 2)
	case interface{ Foo() }, error:
	default:
	}
	select {
	case m := <-ch:
		m.Anon(x, 1)
	case <-ctx.Done():
		return ctx.Err()
	default:
	}
	switch {
	case v > 1, v < 0:
		return err
	}
	f := n.Anon
	f(1, 2)
	ns := []*Node{{Name: "q"}, newNode("z")}
	for i := 0; i < 3 && ok; i++ {
	}
	list := List[int, string]{items: nil}
	r := Map[int, string]([]int{1}, func(i int) string { return str.Repeat("a", i) })
	_ = Handler(nil)
	_ = Map(ns, yaml.Marshal)
	if nn, ok := s.(*Node); ok {
		nn.next.next.Anon(1, 2)
	}
	var local, l2 *Node = nil, nil
	var e error
	type inner struct{ a int }
	const k = 3
	local.Anon(3, 2)
	_, _, _, _ = list, r, l2, e
	return nil
}
