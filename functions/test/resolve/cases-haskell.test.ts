/** Haskell source → edges: declared modules, equations as one function, locals of where and let, instances. */
import { runCases } from './cases.ts';

runCases('Haskell calls', [
  {
    it: 'sees locals of where, calls between equations, and one function for many of them',
    files: { 'A.hs': 'module A where\nf x = g x where g y = h y\nh 0 = 1\nh n = h (n - 1)\n' },
    calls: ['A.hs#f -> A.hs#f.g', 'A.hs#f.g -> A.hs#h', 'A.hs#h -> A.hs#h'],
    edges: ['CONTAINS A.hs#f -> A.hs#f.g'],
    only: true,
  },
  {
    it: 'makes instance methods members of their type, which implements the class',
    files: {
      'A.hs':
        'module A where\ndata T = T\nclass Speak a where\n  speak :: a -> String\n  loud :: a -> String\n  loud x = shout (speak x)\ninstance Speak T where\n  speak _ = name\nname :: String\nname = "t"\nshout :: String -> String\nshout s = s\n' +
        'f :: T -> String\nf t = speak t\n',
    },
    calls: ['A.hs#Speak.loud -> A.hs#Speak.speak', 'A.hs#Speak.loud -> A.hs#shout', 'A.hs#f -> A.hs#Speak.speak'],
    edges: ['INHERITS A.hs#T -> A.hs#Speak', 'CONTAINS A.hs#T -> A.hs#T.speak'],
    not: [/CALLS A\.hs#f -> A\.hs#T\.speak/],
  },
  {
    it: "binds to the file's own function, not to another module's namesake",
    files: { 'A.hs': 'module A where\nt = 1\nm = t\nrun x = t2 x\nt2 x = x\n', 'B.hs': 'module B where\nt2 x = x\n' },
    calls: ['A.hs#run -> A.hs#t2'],
    not: [/CALLS .*B\.hs/],
  },
  {
    it: 'follows imports: whole, by list, hiding, qualified and under an alias',
    files: {
      'src/Acme/Base.hs':
        'module Acme.Base (go, stop, Thing(..), other) where\ndata Thing = Thing Int\ngo x = x\nstop x = x\nother x = x\nhidden x = x\n',
      'src/Acme/More.hs': 'module Acme.More where\ngo x = x\nstop x = x\n',
      'app/Main.hs':
        'module Main where\nimport Acme.Base (go, Thing(..))\nimport qualified Acme.More as M\nimport qualified Acme.More\nimport Data.List (sortBy)\nmain = do\n  go 1\n  M.stop 2\n  Acme.More.go 3\n  sortBy 1 2\n  make 1\nmake x = Thing x\n',
      'app/Other.hs':
        'module Other where\nimport Acme.Base hiding (stop)\nimport Acme.More (stop)\nrun = do\n  go 1\n  stop 2\n  other 3\n',
    },
    calls: [
      'app/Main.hs#main -> src/Acme/Base.hs#go',
      'app/Main.hs#main -> src/Acme/More.hs#stop',
      'app/Main.hs#main -> src/Acme/More.hs#go',
      'app/Main.hs#main -> app/Main.hs#make',
      'app/Other.hs#run -> src/Acme/Base.hs#go',
      'app/Other.hs#run -> src/Acme/More.hs#stop',
      'app/Other.hs#run -> src/Acme/Base.hs#other',
    ],
    edges: [
      'IMPORTS app/Main.hs -> src/Acme/Base.hs',
      'IMPORTS app/Main.hs -> src/Acme/More.hs',
      'IMPORTS app/Main.hs -> module haskell:Data.List',
    ],
    not: ['CALLS app/Other.hs#run -> src/Acme/Base.hs#stop'],
  },
  {
    it: 'follows re-exported modules and names',
    files: {
      'Deep.hs': 'module Deep where\ndive x = x\nswim x = x\n',
      'Face.hs': 'module Face (module Deep, here) where\nimport Deep\nhere x = x\n',
      'Pick.hs': 'module Pick (swim) where\nimport Deep\n',
      'Main.hs': 'module Main where\nimport Face\nmain = do\n  dive 1\n  here 2\n',
      'Two.hs': 'module Two where\nimport Pick (swim)\ntwo = swim 1\n',
    },
    calls: ['Main.hs#main -> Deep.hs#dive', 'Main.hs#main -> Face.hs#here', 'Two.hs#two -> Deep.hs#swim'],
    only: true,
  },
  {
    it: 'never takes an argument for the callee, and respects shadowing by parameters and locals',
    files: {
      'A.hs': 'module A where\nr x = x\nf cb x = cb x\ng r y = r y\nk xs = map r xs where r z = z\n',
      'B.hs': 'module B where\ncb x = x\n',
    },
    not: [/CALLS .* -> A\.hs#r$/, /CALLS .*B\.hs/],
  },
  {
    it: 'gives calls in lambdas, do blocks, guards, let and operators to the function around them',
    files: {
      'A.hs':
        'module A where\nz x = x\n(<+>) a b = z a\nf xs = map (\\x -> z x) xs\ng x = do\n  y <- z x\n  let w = z y\n  return w\nh x | z x = 1\n    | otherwise = x <+> 2\nk = z . z\n',
    },
    calls: [
      'A.hs#<+> -> A.hs#z',
      'A.hs#f -> A.hs#z',
      'A.hs#g -> A.hs#z',
      'A.hs#h -> A.hs#<+>',
      'A.hs#h -> A.hs#z',
      'A.hs#k -> A.hs#z',
    ],
    only: true,
  },
  {
    it: 'takes the one constructor of a type for what builds it, wherever it is applied',
    files: {
      'Doc.hs':
        'module Doc where\ndata Doc = Doc { title :: String, size :: Int }\nnewtype Name = MkName { unName :: String }\ndata Other = Name Int\n' +
        'titleOf :: Doc -> String\ntitleOf (Doc t _) = t\nother n = Name n\nnamed n = MkName n\n',
      'Main.hs':
        'module Main where\nimport Doc (Doc(..), Name(..))\nimport qualified Doc as D\nmake n = Doc n 1\nrecord n = Doc { title = n, size = 1 }\nshown x = MkName . show $ x\nmapped a = Doc <$> a <*> a\nfar n = D.MkName n\nstretch d = d { size = 3 }\n',
    },
    calls: [
      'Doc.hs#other -> Doc.hs#Other',
      'Doc.hs#named -> Doc.hs#Name',
      ...['make', 'record', 'mapped'].map((name) => `Main.hs#${name} -> Doc.hs#Doc`),
      ...['shown', 'far'].map((name) => `Main.hs#${name} -> Doc.hs#Name`),
    ],
    only: true,
  },
  {
    it: 'takes one of several constructors for a case of the type, as a variant of an enum is',
    files: {
      'A.hs':
        'module A where\ndata Shape = Circle Int | Square { side :: Int } | Empty\nround n = Circle n\nsquare n = Square { side = n }\nnone = Empty\n',
    },
    calls: [],
    only: true,
  },
]);
