/** Go source → edges. */
import { runCases } from './cases.ts';

runCases('Go calls', [
  {
    it: 'finds methods through fields, in other files of the package',
    files: {
      'g.go': 'package p\n\ntype G struct{}\n\nfunc (g *G) H() {}\n',
      'a.go': 'package p\n\ntype A struct{ g *G }\n\nfunc (a *A) R() { a.g.H() }\n',
    },
    calls: ['a.go#A.R -> g.go#G.H'],
    edges: ['CONTAINS g.go#G -> g.go#G.H'],
    only: true,
  },
  {
    it: 'takes a field for no type, whatever it is called',
    files: {
      'go.mod': 'module x.org/a\n',
      'store/store.go': 'package store\ntype Disk struct{}\nfunc (d *Disk) Read() {}\n',
      'a.go': `package a
import "x.org/a/store"
type Log struct{}
func (l *Log) Info() {}
type App struct {
	store *store.Disk
	Log
	spare *Log
}
func (a *App) Run() { a.store.Read() }
func (a *App) Say() { a.Log.Info() }
func (a *App) Tell() { a.spare.Info() }
`,
    },
    calls: [
      'a.go#App.Run -> store/store.go#Disk.Read',
      'a.go#App.Say -> a.go#Log.Info',
      'a.go#App.Tell -> a.go#Log.Info',
    ],
    only: true,
  },
  {
    it: 'follows imports by the module path, with aliases, and leaves the rest outside',
    files: {
      'go.mod': 'module example.com/app\n\ngo 1.23\n',
      'store/store.go':
        'package store\n\ntype DB struct{}\n\nfunc Open() *DB { return nil }\n\nfunc (d *DB) Get() {}\n',
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\n\ts "example.com/app/store"\n)\n\nfunc main() {\n\tdb := s.Open()\n\tdb.Get()\n\tfmt.Println()\n}\n',
    },
    calls: ['main.go#main -> store/store.go#Open', 'main.go#main -> store/store.go#DB.Get'],
    edges: [
      'IMPORTS main.go -> module go:fmt',
      'IMPORTS main.go -> module go:example.com/app/store',
      'CONTAINS module go:example.com/app/store -> store/store.go',
    ],
    only: true,
  },
  {
    it: 'promotes methods of embedded structs and reaches interfaces by their method',
    files: {
      'a.go':
        'package p\n\ntype B struct{}\n\nfunc (b *B) M() {}\n\ntype D struct{ *B }\n\ntype I interface{ Do() }\n\nfunc f(d *D, i I) {\n\td.M()\n\ti.Do()\n}\n',
    },
    calls: ['a.go#f -> a.go#B.M', 'a.go#f -> a.go#I.Do'],
    edges: ['INHERITS a.go#D -> a.go#B'],
    only: true,
  },
  {
    it: 'lets a name mean its nearest declaration, and a type switch its case’s type',
    files: {
      'a.go':
        'package p\n\ntype A struct{}\n\nfunc (A) Run() {}\n\ntype B struct{}\n\nfunc (B) Run() {}\n\nfunc f(ok bool) {\n\tif ok {\n\t\ts := A{}\n\t\ts.Run()\n\t}\n}\n\n' +
        'func g(x any) {\n\tswitch v := x.(type) {\n\tcase A:\n\t\tv.Run()\n\t}\n}\n',
    },
    calls: ['a.go#f -> a.go#A.Run', 'a.go#g -> a.go#A.Run'],
    not: [/CALLS .*#B\.Run/],
  },
  {
    it: 'takes the file that is built by default where several declare a name',
    files: {
      'a.go': '//go:build !special && (linux || darwin)\n\npackage p\n\nfunc m() {}\n',
      'b.go': '//go:build special\n\npackage p\n\nfunc m() {}\n',
      'c_windows.go': 'package p\n\nfunc m() {}\n',
      'd.go': 'package p\n\nfunc f() { m() }\n',
    },
    calls: ['d.go#f -> a.go#m'],
    only: true,
  },
  {
    it: 'knows what a variable is that is given a member of itself',
    files: {
      'a.go':
        'package p\n\ntype N struct{ up *N }\n\nfunc (n *N) Up() *N { return n.up }\n\nfunc f(c *N) {\n\tfor p := c; p != nil; p = p.Up() {\n\t}\n}\n',
    },
    calls: ['a.go#f -> a.go#N.Up'],
    only: true,
  },
  {
    it: 'takes the method that is built by default where several files declare it',
    files: {
      'a.go': 'package p\n\ntype P struct{}\n\nfunc f(p *P) { p.open() }\n',
      'b_linux.go': 'package p\n\nfunc (p *P) open() {}\n',
      'c_windows.go': 'package p\n\nfunc (p *P) open() {}\n',
    },
    calls: ['a.go#f -> b_linux.go#P.open'],
    only: true,
  },
  {
    it: 'calls functions with written type arguments, whatever they are called with',
    files: {
      'a.go': `package p

type Dog struct{}

func (d Dog) Bark() {}
func first[T any](xs []T) T { return xs[0] }
func pick[T any](key string, to int) T { var t T; return t }
func f(xs []Dog) { first[Dog](xs).Bark() }
func g() { pick[Dog]("a", 1).Bark() }
func h(x int) int { return int(x) }
`,
    },
    calls: ['a.go#f -> a.go#Dog.Bark', 'a.go#f -> a.go#first', 'a.go#g -> a.go#pick'],
  },
]);
