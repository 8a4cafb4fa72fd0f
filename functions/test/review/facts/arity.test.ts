/** Arguments that are taken and given, read from the text of every language that writes them between brackets. */
import assert from 'node:assert/strict';
import { argumentsGiven, arityOf, fits, mismatch } from '../../../src/review/facts/arity.ts';

describe('review/facts arity', () => {
  it('counts the parameters of declarations, whatever the language', () => {
    const declared: [text: string, name: string, least: number, most: number][] = [
      ['def f(self, a: int, b=2) -> int:', 'f', 1, 2],
      ['def f(a, /, b, *rest, c=1, **more):', 'f', 2, Infinity],
      ['function f(this: X, a: string, b?: number, { c }: Y = {}): void {', 'f', 1, 3],
      ['export const f = async (a: Map<string, number>, b: Array<() => void>) => {', 'f', 2, 2],
      ['constructor(private readonly x?: number, y = 1) {', 'constructor', 0, 2],
      ['public static <T> Map<K, V> f(Map<K, List<V>> a, String... rest) {', 'f', 1, Infinity],
      ['func (r *T) F(a, b int, c ...string) error {', 'F', 2, Infinity],
      ["pub fn f<'a>(&'a mut self, x: &'a str, y: Option<&'a u8>) {", 'f', 2, 2],
      ['fn f(mut self: Box<Self>, y: u8) {', 'f', 1, 1],
      ['fun f(a: Int, b: Int = 2, vararg c: String) {}', 'f', 1, Infinity],
      ['func f(_ a: Int, b: Int = 2) async {', 'f', 1, 2],
      ['void F(int a, int b = 2, params string[] c) {', 'F', 1, Infinity],
      ['int g(void) { return 1; }', 'g', 0, 0],
      ['static int h(const char *a, ...) {', 'h', 1, Infinity],
      ['function f(int $a, ?string $b = null) {', 'f', 1, 2],
      ['def f(a, b = 1, &block)', 'f', 1, 2],
      ['def f(a: Int, b: Int = 2)(implicit c: X): Int = 1', 'f', 1, 2],
    ];
    for (const [text, name, least, most] of declared) {
      const arity = arityOf(text, name);
      assert.deepEqual([arity?.least, arity?.most], [least, most], text);
    }
  });

  it('counts what a call gives, and nothing that is not plain', () => {
    const given = (...lines: string[]) => argumentsGiven(lines, 'f')?.texts.length;
    assert.equal(given('x = f(a, g(b, c), "d, e")'), 3);
    assert.equal(given('f(', '  a,', '  b)'), 2);
    assert.equal(given('f<T>(a)'), 1);
    assert.deepEqual(argumentsGiven(['f(1, name=2)'], 'f'), { texts: ['1'], named: ['name'] });
    assert.deepEqual(argumentsGiven(['f(label: x)'], 'f'), { texts: [], named: ['label'] });
    for (const unclear of [
      'f(*all)',
      'f(...all)',
      'f(1) + f(2)',
      'f(a',
      'g(1)',
      'f(1) { x }',
      'f(1) do |x|',
      'f(a < b, c > d)',
    ]) {
      assert.equal(given(unclear), undefined, unclear);
    }
    assert.equal(arityOf('def f(a, d:, e: 2)', 'f'), undefined, 'names that are given apart');
    assert.equal(arityOf('function f(a) { return arguments.length; }', 'f'), undefined);
    assert.equal(arityOf('static int F(this string a) {', 'F'), undefined, 'an extension');
  });

  it('says what does not fit', () => {
    const now = arityOf('def f(a, *, key, other=1):', 'f') ?? assert.fail('plain');
    const why = (call: string) => {
      const given = argumentsGiven([call], 'f') ?? assert.fail('plain');
      return fits(given, now) ? undefined : mismatch(given, now);
    };
    assert.equal(why('f(1, key=2)'), undefined);
    assert.equal(why('f(1)'), 'does not give `key`, which is needed now');
    assert.equal(why('f(1, 2, key=3)'), 'gives 3 arguments, and 1 is taken now');
    assert.equal(why('f(1, key=2, old=3)'), 'gives `old`, and no parameter is called so now');
  });
});
