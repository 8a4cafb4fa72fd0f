/** Code in every language with McCabe's number of its functions, counted by hand by the rule told in complexity.test.ts. */

/** Each: file, text, complexity of its functions by name. */
export const CASES: [path: string, text: string, expected: Record<string, number>][] = [
  [
    'a.py',
    `def f(a, b):
    if a and b or not a:
        return 1
    elif a:
        return 2
    else:
        pass
    for x in a:
        while x:
            x = 1 if x > 1 else 0
    try:
        return [y for y in a if y if y > 1]
    except ValueError:
        return lambda z: z and 1
    match a:
        case 1:
            return 1
        case [x, y] if x:
            return 2
        case other:
            return 3

def outer():
    def inner(x):
        return x or 1
    return inner
`,
    { f: 14, outer: 1, inner: 2 },
  ],
  [
    'a.ts',
    `function f(a: any, b: number) {
  if (a && b) return 1; else if (a || b) return 2;
  for (let i = 0; i < 9; i++) {}
  for (const x of a) {}
  while (b) { do { b--; } while (b); }
  switch (b) { case 1: case 2: break; default: break; }
  try { a ??= b; } catch { return a ?? (b ? 1 : 2); }
  a ||= 1; a &&= 2;
}
function o() { function i() { if (x) {} } const j = () => x && 1; }
`,
    { f: 17, o: 1, i: 2, j: 2 },
  ],
  ['a.js', 'function f(a) { return a ? a?.b : a || 1; }\nclass C { m(a) { for (const k in a) {} } }\n', { f: 3, m: 2 }],
  [
    'a.go',
    `package a

func f(a, b int, c chan int) int {
	if a > 0 && b > 0 {
		return 1
	} else if a < 0 || b < 0 {
		return 2
	}
	for i := 0; i < 9; i++ {
	}
	switch a {
	case 1, 2:
	case 3:
	default:
	}
	select {
	case <-c:
	default:
	}
	g := func() bool { return a > 1 && b > 1 }
	_ = g
	return 0
}
`,
    { f: 9 },
  ],
  [
    'a.rs',
    `fn f(a: i32, b: bool) -> i32 {
    if a > 0 && b { return 1; } else if a < 0 || b { return 2; }
    for _ in 0..9 {}
    while b { loop { break; } }
    let g = |x: i32| if x > 0 { 1 } else { 2 };
    match a { 1 => 1, x if x > 2 => g(x), other => 3 }
}
`,
    // A name alone takes anything: its guard is the decision.
    { f: 10 },
  ],
  [
    'A.java',
    `class A {
  int f(int a, boolean b) {
    if (a > 0 && b) return 1; else if (a < 0 || b) return 2;
    for (int i = 0; i < 9; i++) {}
    for (int x : xs) {}
    while (b) { do { a--; } while (b); }
    switch (a) { case 1: case 2: break; default: }
    try { g(); } catch (Exception e) { return b ? 1 : 2; }
    Runnable r = () -> { if (b) g(); };
    return 0;
  }
  void g() {}
}
`,
    { f: 13, g: 1 },
  ],
  [
    'a.c',
    `int f(int a, int b) {
#if defined(A) || defined(B)
  a = 1;
#elif C && D
  a = 2;
#endif
  if (a && b) return 1; else if (a || b) return 2;
  for (;;) { while (a) { do { a--; } while (a); } }
  switch (a) { case 1: case 2: break; default: break; }
  return a ? 1 : 2;
}
`,
    { f: 11 },
  ],
  [
    'a.cpp',
    `int f(int a, bool b) {
  if (a && b) return 1; else if (a or b) return 2;
  for (auto x : xs) {}
  try { g(); } catch (...) { return 3; }
  auto h = [](int y) { return y ? 1 : 2; };
  switch (a) { case 1: break; default: break; }
  return 0;
}
`,
    { f: 8, h: 2 },
  ],
  [
    'A.cs',
    `class A {
  int F(int? a, bool b) {
#if X || Y
    b = true;
#endif
    if (a > 0 && b) return 1; else if (b || a == null) return 2;
    foreach (var x in xs) { }
    while (b) { }
    switch (a) { case 1: break; case 2: break; default: break; }
    try { a ??= 1; } catch (Exception) { return a ?? 1; }
    var r = a switch { 1 => 1, > 2 when b => 2, _ => 3 };
    return b ? 1 : 2;
  }
}
`,
    { F: 16 },
  ],
  [
    'a.rb',
    `def f(a, b)
  if a && b
    1
  elsif a || b
    2
  end
  return 3 unless a
  while b do b = nil end
  case a
  when 1 then 1
  when 2 then 2
  else 3
  end
  a ||= 1
  g rescue 2
  a and b ? 1 : 2
end
`,
    { f: 13 },
  ],
  [
    'a.php',
    `<?php
function f($a, $b) {
  if ($a && $b) return 1; elseif ($a || $b) return 2;
  foreach ($a as $x) {}
  for (;;) { while ($b) {} }
  switch ($a) { case 1: break; default: break; }
  try { $a ??= 1; } catch (E $e) { return $a ?? 1; }
  return match(true) { $a > 1 => 1, default => $b ? 1 : 2 };
}
`,
    { f: 14 },
  ],
  [
    'a.swift',
    `func f(a: Int?, b: Bool) -> Int {
  if b && a != nil { return 1 } else if b || a == nil { return 2 }
  guard let c = a else { return 3 }
  for x in xs where x > 1 { }
  while b { repeat { } while b }
  switch c { case 1: return 1; case 2: return 2; default: break }
  do { try g() } catch { return a ?? 1 }
  return b ? 1 : 2
}
`,
    { f: 15 },
  ],
  [
    'a.kt',
    `fun f(a: Int?, b: Boolean): Int {
    if (b && a != null) return 1 else if (b || a == null) return 2
    for (x in xs) { }
    while (b) { }
    do { } while (b)
    val r = when (a) { 1 -> 1; 2 -> 2; else -> 3 }
    try { g() } catch (e: Exception) { return a ?: 1 }
    return r
}
`,
    { f: 12 },
  ],
  [
    'a.scala',
    `object A {
  def f(a: Int, b: Boolean): Int = {
    if (a > 0 && b) 1 else if (a < 0 || b) 2 else 3
    while (b) { }
    for (x <- xs if x > 1) { }
    a match {
      case 1 => 1
      case x if x > 2 => 2
      case _ => 3
    }
  }
}
`,
    // A name alone matches anything: its guard is the decision.
    { f: 10 },
  ],
  [
    'a.lua',
    `function f(a, b)
  if a and b then return 1 elseif a or b then return 2 end
  for i = 1, 9 do end
  for k in pairs(a) do end
  while b do end
  repeat until b
  local g = function(x) return x and 1 end
end
`,
    { f: 9, g: 2 },
  ],
  [
    'a.sh',
    `f() {
  if [ "$1" ] && [ "$2" ]; then echo 1; elif [ "$1" ] || [ "$2" ]; then echo 2; fi
  for x in 1 2; do echo; done
  while true; do until false; do echo; done; done
  case $1 in a) echo;; b) echo;; *) echo;; esac
}
`,
    { f: 10 },
  ],
  [
    'A.hs',
    `module A where

f :: Int -> Bool -> Int
f a b = if a > 0 && b then 1 else case a of
  1 -> 1
  2 -> 2
  _ -> 3

g :: Int -> Int
g x
  | x > 1 = 1
  | otherwise = 2
`,
    { f: 5, g: 2 },
  ],
];
