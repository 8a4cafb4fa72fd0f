/** Secrets divided among literals, in every language, as people and linters divide them: found, told once, never repeated. */
import assert from 'node:assert/strict';
import { createLinters } from '../../../src/adapters/lint/lint.ts';
import { selectFiles } from '../../../src/review/diff/changed-files.ts';
import { joinedLiterals } from '../../../src/review/secrets/joined-literals.ts';
import { maskSecrets } from '../../../src/review/secrets/mask-secrets.ts';
import { secretFindings } from '../../../src/review/secrets/secret-findings.ts';
import { diffOfTexts } from '../../support/findings.ts';
import { plantedSecrets } from '../../support/planted-secrets.ts';

/** `A`, `B` and `C` stand for the three parts. */
const DIVIDED: Record<string, string[]> = {
  'py': ['key = "A" + "B" + "C"', 'key = ("A" "B"\n    "C")', 'key = "A" \\\n    "B" "C"', 'key = "".join(["A", "B", "C"])', "parts = ['A', 'B', 'C']\nkey = ''.join(parts)", `key = f"A{'B'}C"`, 'a = "A"\nb = "B"\nkey = f"{a}{b}C"', 'key = "A"\nkey += "B"\nkey += "C"', 'key = "%s%s%s" % ("A", "B", "C")', 'key = "{}{}{}".format("A", "B", "C")', 'self.a = "A"\nkey = self.a + "B" + "C"', 'key = """A""" + r"B" + \'C\'', 'key = (  # don\'t\n    "A"  # the "first" part\n    "B"\n    # more\n    "C"\n)', 'key = "A\\\nB\\\nC"'],
  'ts': ["const key = 'A' + 'B' + 'C';", 'const key = "A" +\n  // it\'s "secret"\n  "B" +\n  "C";', "const key = ['A', 'B', 'C'].join('');", "const parts: string[] = ['A', 'B', 'C'];\nconst key = parts.join('');", "const key = `A${'B'}C`;", "const a = 'A';\nconst b = 'B';\nconst key = `${a}${b}C`;", "const key = 'A'.concat('B', 'C');", "let key = 'A';\nkey += 'B';\nkey = key + 'C';", "const o = { a: 'A', b: 'B' };\nconst key = o.a + o.b + 'C';"],
  'js': ["module.exports = { key: ('A') + ('B') + (`C`) };", "fetch(url, { headers: { token: 'A' + 'B' + 'C' } });", "const key = ['A',\n  'B', // two\n  'C',\n].join(``);"],
  'go': ['key := "A" + "B" + "C"', 'key := strings.Join([]string{"A", "B", "C"}, "")', 'parts := []string{"A", "B", "C"}\nkey := strings.Join(parts, "")', 'const a = "A"\n\nvar key = a + "B" + `C`', 'key := fmt.Sprintf("%s%s%s", "A", "B", "C")', 'var b strings.Builder\nb.WriteString("A")\nb.WriteString("B")\nb.WriteString("C")'],
  'rs': ['let key = concat!("A", "B", "C");', 'let key = "A".to_owned() + "B" + "C";', 'let key = String::from("A") + "B" + &"C".to_string();', 'let key = format!("{}{}{}", "A", "B", "C");', 'let key = ["A", "B", "C"].concat();', 'let key = vec!["A", "B", "C"].join("");', 'let mut key = String::from("A");\nkey.push_str("B");\nkey.push_str("C");', "fn f<'a>(x: &'a str) -> String { \"A\".to_string() + \"B\" + \"C\" }"],
  'java': ['String key = "A" + "B" + "C";', 'String key = String.join("", "A", "B", "C");', 'String key = new StringBuilder("A").append("B").append("C").toString();', 'String key = "A".concat("B").concat("C");', 'private static final String A1 = "A";\nString key = A1 + "B" + "C";', 'String[] parts = new String[] {"A", "B", "C"};\nString key = String.join("", parts);', 'String key = String.format("%s%s%s", "A", "B", "C");', 'StringBuilder sb = new StringBuilder();\nsb.append("A");\nsb.append("B");\nsb.append("C");', 'char c = \'x\'; String key = "A"\n    + "B" // b\n    + "C";'],
  'cpp': ['auto key = "A" "B" "C";', 'std::string key = std::string("A") + "B" + "C";', 'std::string key = "A";\nkey += "B";\nkey.append("C");', '#define PART "A"\nconst char* key = PART "B" "C";', 'out << "A" << "B" << "C";', 'auto key = L"A"\n    L"B"\n    L"C";'],
  'c': ['static const char key[] = "A"\n    "B"\n    "C";', 'char *key = "A" /* one */ "B" /* "two" */ "C";'],
  'cs': ['var key = "A" + "B" + "C";', 'var key = string.Concat("A", "B", "C");', 'var key = string.Join("", "A", "B", "C");', 'var key = string.Join(string.Empty, new[] { "A", "B", "C" });', 'var key = $"{"A"}BC";', 'const string A1 = "A";\nvar key = $"{A1}B{"C"}";', 'var key = new StringBuilder().Append("A").Append("B").Append("C");'],
  'rb': ["key = 'A' + 'B' + 'C'", 'key = "A" "B" "C"', "key = ['A', 'B', 'C'].join", "key = %s + ['A', 'B', 'C'].join('')", 'key = "A#{"B"}C"', "key = 'A' \\\n  'B' \\\n  'C'", "key = 'A'\nkey << 'B'\nkey << 'C'", "key = 'A'.freeze + 'B'.freeze + 'C'", "A1 = 'A'\nkey = \"#{A1}BC\""],
  'php': ["<?php $key = 'A' . 'B' . 'C';", "<?php $key = implode('', ['A', 'B', 'C']);", "<?php $parts = array('A', 'B', 'C');\n$key = implode('', $parts);", "<?php $key = 'A';\n$key .= 'B';\n$key .= 'C';", "<?php $a = 'A';\n$key = \"{$a}BC\";", "<?php const A1 = 'A';\n$key = self::A1 . 'B' . 'C';", "<?php $key = sprintf('%s%s%s', 'A', 'B', 'C');"],
  'swift': ['let key = "A" + "B" + "C"', 'let key = ["A", "B", "C"].joined()', 'let key = "\\("A")BC"', 'let a = "A"\nlet key = "\\(a)BC"', 'var key = "A"\nkey.append("B")\nkey.append("C")'],
  'kt': ['val key = "A" + "B" + "C"', 'val key = listOf("A", "B", "C").joinToString("")', 'val key = "${"A"}BC"', 'val a = "A"\nval key = "$a${"B"}C"', 'val key = buildString { append("A"); append("B"); append("C") }'],
  'scala': ['val key = "A" + "B" + "C"', 'val key = Seq("A", "B", "C").mkString', 'val a = "A"\nval key = s"${a}BC"', 'val key = s"${"A"}BC"'],
  'hs': ['key = "A" ++ "B" ++ "C"', 'key = concat ["A", "B", "C"]', 'key = "A" <> "B" <> "C"', 'key = mconcat ["A", "B", "C"]', 'key = "A\\\n  \\B\\\n  \\C"'],
  'lua': ['local key = "A" .. "B" .. "C"', 'local key = table.concat({"A", "B", "C"})', "local parts = {'A', 'B', 'C'}\nlocal key = table.concat(parts, '')", 'local key = "A"\nkey = key .. "B"\nkey = key .. "C"'],
  'sh': ['KEY="A""B""C"', "KEY='A'\"B\"'C'", 'KEY="A"\nKEY+="B"\nKEY+="C"', 'A1="A"\nB1=\'B\'\nKEY="${A1}${B1}C"', 'A1="A"\nKEY=$A1"B""C"', 'KEY=A"B"C', 'export KEY="A\\\nB\\\nC"'],
}; // prettier-ignore

describe('review/joined-literals', function () {
  this.timeout(120_000);

  const forms = Object.entries(DIVIDED).flatMap(([extension, texts]) =>
    texts.map((text, at) => ({ path: `f${at}.${extension}`, text })),
  );
  const tokenOf = (at: number) => plantedSecrets(`divided ${at}`)[at % 20]?.value ?? '';
  const partsOf = (token: string) => [token.slice(0, 3), token.slice(3, 12), token.slice(12)];
  const planted = (text: string, [a = '', b = '', c = '']: string[]) =>
    text.replace(/\b[ABC]+\b(?!1)/g, (letters) =>
      letters.replace(/[ABC]/g, (letter) => ({ A: a, B: b, C: c })[letter] ?? ''),
    );

  it('stand as one in every language, with each part where it is', () => {
    assert.equal(new Set(forms.map(({ path }) => path.replace(/^.*\./, ''))).size, 17);
    for (const { path, text } of forms) {
      const source = `x = 1\n${planted(text, ['one11', 'two22', 'three33'])}\n`;
      const joined = joinedLiterals(path, source);
      const at = joined?.text.indexOf('one11two22three33') ?? -1;
      assert.ok(joined !== undefined && at >= 0, `${path}: ${source}${joined?.text ?? 'nothing is joined'}`);
      const parts = joined.partsOf(at, at + 17).map(({ start, end }) => source.slice(start, end));
      assert.equal(parts.join(''), 'one11two22three33', path);
    }
  });

  it('are found, told once, and repeated nowhere', async () => {
    const files = Object.fromEntries(
      forms.map(({ path, text }, at) => [path, `${planted(text, partsOf(tokenOf(at)))}\n`]),
    );
    const change = await maskSecrets({ linters: createLinters(), diffs: await diffOfTexts({}, files), others: [] });
    const told = Map.groupBy(change.secrets.places, ({ path }) => path);
    assert.deepEqual(
      forms.flatMap(({ path, text }) => (told.get(path)?.length === 1 ? [] : [`${path}: ${text}`])),
      [],
    );
    for (const [at, { path }] of forms.entries()) {
      const text = change.diffs.find((diff) => diff.path === path)?.newText ?? '';
      for (const part of partsOf(tokenOf(at)).slice(1)) assert.ok(!text.includes(part), `${path}: ${text}`);
    }
  });

  async function toldIn(before: string, after: string) {
    const change = await maskSecrets({
      linters: createLinters(),
      diffs: await diffOfTexts({ 'a.py': before }, { 'a.py': after }),
    });
    const { findings } = secretFindings(selectFiles(change.diffs).reviewed, change.secrets.places);
    return {
      text: change.diffs[0]?.newText ?? '',
      lines: findings.map(({ line_start: from, line_end: to }) => [from, to]),
    };
  }

  it('are told where a part of them is added, however far from the others', async () => {
    const [a = '', b = '', c = ''] = partsOf(tokenOf(0));
    const far = 'x = 1\n'.repeat(30);
    const before = `A = "${a}"\n${far}y = 2\n`;
    const { text, lines } = await toldIn(before, `${before}B = "${b}${c}"\n${far}key = A + B\n`);
    assert.deepEqual(lines, [[33, 33]]);
    assert.match(text, /^A = "RED"\nx = 1\n/);
    // Nothing of it is added: a line that puts together what was there before.
    const known = `A = "${a}"\nB = "${b}${c}"\n`;
    assert.deepEqual((await toldIn(known, `${known}key = A + B\n`)).lines, []);
    assert.deepEqual((await toldIn('', `key = ("${a}"\n    "${b}"\n    "${c}")\n`)).lines, [[1, 3]]);
    assert.deepEqual((await toldIn('', `key = ("${a}"\n    "${b}"  # gitleaks:allow\n    "${c}")\n`)).lines, []);
  });

  it('are made of nothing that only stands beside each other', () => {
    for (const text of [
      'call("one11", "two22222222222")',
      'names = ["one11", "two22222222222"]',
      'a = "one11"\nb = "two22222222222"',
      'a = "one11" if x else "two22222222222"',
      'key = a + "one11two22222222222"',
      'print("some words " + "and_some_more_of_them")',
      'a = "one11"\na = other()\nkey = a + "two22222222222"',
      "it's one11, isn't it two22222222222",
      'x = "one11"; y += "two22222222222"',
      '{ "one11": "two22222222222", "three": "four" }',
    ]) {
      assert.equal(joinedLiterals('a.py', `${text}\n`), undefined, text);
    }
  });
});
