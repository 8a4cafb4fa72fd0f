/**
 * Reads the case files in `cases/`: small programs, and what the graph of each must hold. A file is a plain text:
 *
 *     Anything up to the first group says what the file is about.
 *
 *     # Python calls
 *
 *     ## finds an inherited method
 *     === a.py
 *     class A:
 *         def m(self): pass
 *     class B(A): pass
 *     def f():
 *         B().m()
 *     === expect
 *     f --> A.m
 *     f --> B
 *     no other calls
 *     inherits B --> A
 *
 * `#` begins a group and `##` a case; a note (`> why`) may stand below both. `=== path` begins a file of the program,
 * which ends at the next `===`, so nothing else in a program can be taken for a mark. Below `=== expect` stand:
 *
 *     f --> A.m                a call; `at 4, 5` behind it says in which lines, and in no others
 *     inherits B --> A         another edge: contains, defines, imports, inherits
 *     no other calls           the calls above are all (`no calls` when there are none above)
 *     no f --> A.*             no such call; `*` stands for anything
 *     no contains A --> *      no such edge of this type, and `no edge A --> B` of any type
 *     no edge at *GUARDED*     no edge of any type that begins or ends there
 *     functions f 1, f.g 2     all functions in their order, each with its complexity
 *     node f at 3 with @a @b   the line where a definition begins, and its decorators
 *     counts a.py: 4 sites, 2 resolved, 1 external, 0 ambiguous, 1 unresolved
 *
 * In a program of one file a name stands alone, and the file is its path. In others each name has its path: `a.py#A.m`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readExpectation, type Expectation } from './read-expectation.ts';

const FOLDER = join(import.meta.dirname, 'cases');

/** `at` is its line in the case file, from 1. */
export interface ExpectedLine {
  at: number;
  text: string;
  says: Expectation;
}

export interface Case {
  title: string;
  files: Record<string, string>;
  expected: ExpectedLine[];
}

export interface CaseGroup {
  title: string;
  cases: Case[];
}

/** The case files by name: `cases/python.txt` → its groups. */
export function allCases(): Map<string, CaseGroup[]> {
  const names = readdirSync(FOLDER).sort();
  return new Map(
    names.map((name) => [`cases/${name}`, readCases(`cases/${name}`, readFileSync(join(FOLDER, name), 'utf8'))]),
  );
}

/** Throws `cases/python.txt:12: …` for a line that says nothing. */
export function readCases(file: string, text: string): CaseGroup[] {
  const reader = new CaseReader(file);
  const lines = text.split('\n');
  lines.forEach((line, at) => {
    reader.read(line, at + 1);
  });
  return reader.end(lines.length);
}

class CaseReader {
  private readonly file: string;
  private readonly groups: CaseGroup[] = [];
  private group: CaseGroup | undefined;
  private case: Case | undefined;
  /** The path of the file whose text is read, or that expectations are. */
  private part: { path: string } | 'expect' | 'notes' = 'notes';

  constructor(file: string) {
    this.file = file;
  }

  read(line: string, at: number): void {
    const mark = /^=== (.+)$/.exec(line)?.[1];
    if (mark !== undefined) this.beginPart(mark, at);
    else if (line.startsWith('==='))
      this.refuse(at, 'a file begins with "=== path", what is expected with "=== expect"');
    else if (typeof this.part === 'object') this.addText(this.part.path, line);
    else if (line.startsWith('## ')) this.beginCase(line.slice(3), at);
    else if (line.startsWith('# ')) this.beginGroup(line.slice(2), at);
    else if (line === '' || line.startsWith('> ') || this.group === undefined) return;
    else if (this.part === 'expect') this.expect(line, at);
    else this.refuse(at, `"${line}" is no part of a case: a note begins with ">", a file with "=== path"`);
  }

  end(at: number): CaseGroup[] {
    this.closeCase(at);
    this.closeGroup(at);
    if (this.groups.length === 0) this.refuse(at, 'there is no group ("# title")');
    return this.groups;
  }

  private beginGroup(title: string, at: number): void {
    this.closeCase(at);
    this.closeGroup(at);
    this.group = { title, cases: [] };
    this.groups.push(this.group);
  }

  private beginCase(title: string, at: number): void {
    this.closeCase(at);
    if (this.group === undefined) this.refuse(at, 'a case stands in a group ("# title")');
    if (this.group.cases.some((other) => other.title === title)) this.refuse(at, `there is a case "${title}" already`);
    this.case = { title, files: {}, expected: [] };
    this.group.cases.push(this.case);
  }

  private beginPart(path: string, at: number): void {
    if (this.case === undefined) this.refuse(at, 'a file stands in a case ("## title")');
    if (this.part === 'expect') this.refuse(at, 'what is expected ends a case: begin the next one with "## title"');
    const { files } = this.case;
    if (path === 'expect') {
      if (Object.keys(files).length === 0) this.refuse(at, 'a case has files ("=== path") before what is expected');
      this.part = 'expect';
      return;
    }
    if (path in files) this.refuse(at, `the case has a file ${path} already`);
    files[path] = '';
    this.part = { path };
  }

  private addText(path: string, line: string): void {
    if (this.case !== undefined) this.case.files[path] += `${line}\n`;
  }

  private expect(line: string, at: number): void {
    if (this.case === undefined) this.refuse(at, 'an expectation stands in a case ("## title")');
    const { files, expected } = this.case;
    try {
      const says = readExpectation(line, Object.keys(files));
      const kinds = expected.map((other) => other.says.kind);
      if (line === 'no calls' && kinds.includes('call'))
        throw new Error('there are calls above: write "no other calls"');
      if (line === 'no other calls' && !kinds.includes('call'))
        throw new Error('there are no calls above: write "no calls"');
      if (says.kind === 'call' && kinds.includes('no-other-calls'))
        throw new Error('the calls of a case stand above its "no other calls"');
      expected.push({ at, text: line, says });
    } catch (error) {
      this.refuse(at, error instanceof Error ? error.message : String(error));
    }
  }

  private closeCase(at: number): void {
    if (this.case !== undefined && this.case.expected.length === 0)
      this.refuse(at, `the case "${this.case.title}" expects nothing: add "=== expect" and what the graph must hold`);
    this.case = undefined;
    this.part = 'notes';
  }

  private closeGroup(at: number): void {
    if (this.group?.cases.length === 0) this.refuse(at, `the group "${this.group.title}" has no case ("## title")`);
  }

  private refuse(at: number, why: string): never {
    throw new Error(`${this.file}:${at}: ${why}`);
  }
}
