import assert from 'node:assert/strict';
import { extractFile } from '../../../src/extract/extract-file.ts';
import { isFunction } from '../../../src/extract/compile/definition-kinds.ts';
import { grammarOf, initialiseParsing } from '../../../src/extract/compile/grammars.ts';
import { loadRegistry } from '../../../src/extract/compile/registry.ts';

const registry = loadRegistry();

/** What is said of each function of a text, `-` where nothing is. */
async function visibilities(path: string, text: string): Promise<Record<string, string>> {
  const definition = registry.get(registry.languageOf(path, text) ?? '');
  assert.ok(definition, `no language for ${path}`);
  const { definitions } = extractFile(await grammarOf(definition, path), { path, text }, { stepMs: 20_000 });
  const functions = definitions.filter(({ kind, anonymous }) => isFunction(kind) && anonymous !== true);
  return Object.fromEntries(functions.map(({ name, visibility }) => [name, visibility ?? '-']));
}

/** One entry of each language that says something, and then what its rules have to tell apart. */
const CASES: readonly [string, string, Record<string, string>][] = [
  [
    'a.go',
    'package a\nfunc Open() {}\nfunc own() {}\nfunc (t T) own2() {}\n',
    { Open: '-', own: 'package', own2: 'package' },
  ],
  [
    'a.rs',
    'fn own() {}\npub fn open() {}\npub(crate) fn near() {}\nstruct S;\nimpl S { fn member(&self) {} }\nimpl T for S { fn given(&self) {} }\ntrait U { fn asked(&self) {} }\n',
    { own: 'file', open: '-', near: 'package', member: 'file', given: '-', asked: '-' },
  ],
  [
    'a.ts',
    'export function open() {}\nfunction own() {}\nconst arrow = () => 1;\nfunction listed() {}\nfunction first() {}\nclass C { private hidden() {} #sign() {} shown() {} }\nexport { listed };\nexport default first;\n',
    { open: '-', own: 'file', arrow: 'file', listed: '-', first: '-', hidden: 'class', '#sign': 'class', shown: '-' },
  ],
  [
    'a.js',
    "const fs = require('fs');\nfunction own() {}\nfunction given() {}\nexports.named = () => 1;\nmodule.exports = { given, run() {} };\n",
    { own: 'file', given: '-', named: 'open', run: '-' },
  ],
  ['whole.js', "const fs = require('fs');\nmodule.exports = async () => fs;\n", { exports: 'open' }],
  ['script.js', 'function anybody() {}\nElement.implement({ wide() {} });\n', { anybody: 'open', wide: 'open' }],
  [
    'A.java',
    'class A { void near() {} public void open() {} private void own() {} private void readObject(Object in) {} }\nclass B extends A { void over() {} }\ninterface I { default void asked() {} }\n',
    { near: 'package', open: '-', own: 'class', readObject: 'open', over: '-', asked: '-' },
  ],
  [
    'A.cs',
    'class A : I { void own() {} internal void near() {} public void open() {} void I.Run() {} private protected void both() {} }\ninterface I { void Asked() {} }\n',
    { own: 'class', near: 'package', open: '-', Run: '-', both: '-', Asked: '-' },
  ],
  [
    'Window.xaml.cs',
    'partial class Window { private void OnClick() {} void OnLoad() {} }\n',
    { OnClick: 'open', OnLoad: 'open' },
  ],
  [
    'Window.Commands.cs',
    'using System.Windows.Controls;\npartial class Window { private void OnClick() {} }\nclass Other { private void OnLoad() {} }\n',
    { OnClick: 'open', OnLoad: 'class' },
  ],
  [
    'a.kt',
    'private fun top() {}\nclass A { private fun own() {}\n internal fun near() {}\n fun open() {} }\n',
    { top: 'file', own: 'class', near: 'package', open: '-' },
  ],
  ['a.scala', 'class A { private def own = 1; def open = 2 }\n', { own: 'class', open: '-' }],
  [
    'a.swift',
    'func top() {}\nclass A { private func own() {}\n fileprivate func near() {}\n public func open() {}\n func unmarked() {} }\nstruct S: P { func asked() {} }\nextension T: P { func given() {} }\npublic extension U { func offered() {}\n private func hidden() {} }\nextension ListDelegate { func told() {} }\n',
    {
      top: 'package',
      own: 'class',
      near: 'file',
      open: '-',
      unmarked: 'package',
      asked: '-',
      given: '-',
      offered: 'open',
      told: 'open',
      hidden: 'class',
    },
  ],
  ['a.c', 'static int own(void) { return 1; }\nint open(void) { return 2; }\n', { own: 'file', open: 'open' }],
  ['a.h', 'static inline int offered(void) { return 1; }\n', { offered: 'open' }],
  [
    'pasted.c',
    'G_DEFINE_TYPE_EXTENDED(Zoo, my_zoo, G_TYPE_OBJECT, 0, G_IMPLEMENT(x))\ndeclare(_help);\nstatic void op__help(void) {}\nstatic void on_click(GtkWidget *widget) {}\nstatic void my_zoo_init(Zoo *zoo) {}\nstatic void ownRun(void) {}\nstatic void own(void) { HOOK(library, Run); }\nstatic void zoo_free(void) {}\n',
    { op__help: 'open', on_click: 'open', my_zoo_init: 'open', ownRun: 'open', own: 'file', zoo_free: 'file' },
  ],
  ['kept.c', 'static int own(int a);\nint open(int a);\nint own(int a) { return a; }\n', { own: 'file', open: '-' }],
  [
    'a.cpp',
    'namespace { int own() { return 1; } }\nnamespace n { int open() { return 1; } }\nclass A { int first() { return 1; } public: int shown() { return 2; } private: int last() { return 3; } virtual int over() { return 4; } };\nstruct S { int anybody() { return 1; } private: int hidden() { return 2; } };\nclass B : A { int given() { return 1; } };\n',
    {
      own: 'file',
      open: 'open',
      first: 'class',
      shown: '-',
      last: 'class',
      over: '-',
      anybody: '-',
      hidden: 'class',
      given: '-',
    },
  ],
  [
    'a.hpp',
    'class A : public B {\n public:\n  void shown();\n private slots:\n  void wired();\n private:\n  Q_INVOKABLE void invoked();\n  void own();\n  virtual void over();\n};\n',
    { shown: '-', wired: '-', invoked: '-', own: '-', over: '-' },
  ],
  [
    'marked.hpp',
    'class A : public B {\n public:\n  void given() override;\n private slots:\n  void wired();\n private:\n  Q_INVOKABLE void invoked();\n  void own();\n  virtual void over();\n#if X\n  void sometimes();\n public:\n  void shown();\n#endif\n};\n',
    { given: '-', wired: '-', invoked: '-', own: 'class', over: '-', sometimes: 'class', shown: '-' },
  ],
  [
    'a.php',
    '<?php class A { private function own() {} function open() {} }\nfunction _top() { function inner() {} }\n',
    { own: 'class', open: '-', _top: 'open', inner: 'open' },
  ],
  [
    'a.py',
    'def open(): pass\ndef _own(): pass\nclass A:\n    def _member(self): pass\n    def __hidden(self): pass\n    def __init__(self): pass\n    def _missing_(self): pass\n',
    { open: '-', _own: 'file', _member: 'class', __hidden: 'class', __init__: '-', _missing_: 'open' },
  ],
  ['listed.py', "__all__ = [\n  'named',\n]\ndef named(): pass\ndef other(): pass\n", { named: '-', other: 'file' }],
  ['stub.pyi', 'def _own(): ...\n', { _own: 'open' }],
  ['pkg/__init__.py', "__all__ = ['named']\ndef other(): pass\n", { other: '-' }],
  ['added.py', "__all__ = ['named']\n__all__ += more.__all__\ndef other(): pass\n", { other: '-' }],
  [
    'a.rb',
    'class A\n  def open; end\n  def self.made; end\n  private_class_method :made\n  def told; end\n  private :told\n  private\n  def own; end\n  def method_missing(name); end\nend\n',
    { open: '-', made: 'class', told: 'class', own: 'class', method_missing: 'open' },
  ],
  [
    'a.lua',
    'local function own() end\nfunction open() function inner() end end\n',
    { own: 'file', open: '-', inner: 'open' },
  ],
  ['A.hs', 'module A (open) where\nopen = own\nown x = x\n', { open: '-', own: 'file' }],
  ['All.hs', 'module All where\nopen x = x\n', { open: '-' }],
  ['run.sh', '#!/bin/sh\nown() { :; }\nmain() { :; }\nmain "$@"\n', { own: 'package', main: 'package' }],
  ['library.sh', '#!/bin/sh\nopen() { :; }\n', { open: '-' }],
  ['dispatch.sh', '#!/bin/sh\nopen() { :; }\nhelp() { :; }\nhelp\n"$@"\n', { open: '-', help: '-' }],
  // What the language, or something outside, calls by a form that does not write the name.
  [
    'called.php',
    '<?php class A { private function __clone() {} private function __get($n) {} private function __own() {} }\n',
    { __clone: 'open', __get: 'open', __own: 'class' },
  ],
  [
    'called.kt',
    'private operator fun A.plus(b: A) = b\nprivate operator fun A.getValue(a: Any?, b: Any?) = 1\nprivate infix fun A.own(b: A) = b\n',
    { plus: 'open', getValue: 'open', own: 'class' },
  ],
  [
    'called.scala',
    'object A { private implicit def toInt(a: A): Int = 1\n private def unapply(a: A): Option[Int] = None\n private def own(a: A): Int = 2 }\n',
    { toInt: 'open', unapply: 'open', own: 'class' },
  ],
  [
    'called.cs',
    'internal static class More { internal static void Deconstruct(this A a, out int x) { x = 1; } internal static int Own(this A a) => 1; }\nclass B { private void Update() {} private void OnDestroy() {} }\n',
    { Deconstruct: 'open', Own: 'package', Update: 'class', OnDestroy: 'class' },
  ],
  [
    'Unity.cs',
    'using UnityEngine;\nclass B : MonoBehaviour { private void Update() {} private void OnDestroy() {} private void Own() {} }\n',
    { Update: 'open', OnDestroy: 'open', Own: 'class' },
  ],
  [
    'called.ts',
    'export class A { private *[Symbol.iterator]() {} private toJSON() {} private ngOnInit() {} private own() {} }\nfunction toString() {}\n',
    { '[Symbol.iterator]': 'open', toJSON: 'open', ngOnInit: 'open', own: 'class', toString: 'file' },
  ],
  [
    'called.cpp',
    'namespace {\nvoid to_json(J &j, const A &a) {}\nint own() {\n#define GIVEN(x) x\n#include "list.h"\nreturn 1; }\n}\nclass A { friend class boost::access; template <class Archive> void serialize(Archive &ar, int v) {} void own2() {} };\n',
    { to_json: 'open', own: 'file', GIVEN: 'open', serialize: 'open', own2: 'class' },
  ],
  [
    'called.swift',
    'struct Builder { static func buildIf(_ x: Int?) -> Int { 1 }\n func own() {} }\nextension DefaultStringInterpolation { mutating func appendInterpolation(hex x: Int) {} }\n',
    { buildIf: '-', own: 'package', appendInterpolation: '-' },
  ],
  [
    'config/initializers/mail.rb',
    'module Mail\n  class Message\n    private\n    def find_attachment; end\n  end\nend\n',
    { find_attachment: 'open' },
  ],
  ['lib/next.rb', 'class Next\n  private\n  def own; end\nend\n', { own: 'class' }],
  [
    'called.sh',
    '#!/bin/bash\ncommand_not_found_handle() { :; }\nown() { :; }\nown\n',
    { command_not_found_handle: 'open', own: 'package' },
  ],
];

describe('extract/assemble/visibility', function () {
  this.timeout(120_000);
  before(() => initialiseParsing());

  it('has something to say of every language', () => {
    const named = new Set(CASES.map(([path, text]) => registry.languageOf(path, text)));
    assert.deepEqual([...named].sort(), [...registry.names].sort());
  });

  for (const [path, text, expected] of CASES) {
    it(`knows from where functions of ${path} can be called`, async () => {
      assert.deepEqual(await visibilities(path, text), expected);
    });
  }
});
