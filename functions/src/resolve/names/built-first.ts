/**
 * Which of a type's members of one name is meant, where files for several platforms declare it.
 *
 *     open_linux.go: func (p *P) open()      open_windows.go: func (p *P) open()
 */
import type { ImportStrategy } from '../imports/import-strategy.ts';
import type { Program, SourceFile } from '../program/program.ts';
import { fileOfScope } from '../program/program.ts';

/** Those that are built by default, where there are any. */
export function builtFirst<One extends { number: number }>(
  program: Program,
  strategyOf: (file: SourceFile) => ImportStrategy,
  members: One[],
): One[] {
  if (members.length < 2) return members;
  const built = members.filter(({ number }) => {
    const file = fileOfScope(program, number);
    program.trace.dependOnFile(file.index);
    return strategyOf(file).isBuilt?.(file) !== false;
  });
  return built.length > 0 ? built : members;
}
