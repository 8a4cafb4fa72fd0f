/**
 * Ruby: constants (classes, modules) are global, in one tree; loading is left to autoloaders, so a constant is found
 * wherever it stands. Methods at a file's top level are seen by what requires the file.
 *
 *     require_relative 'lib/base'     lib/base.rb beside the file
 *     require 'acme/util'             acme/util.rb below the root, lib, app or the like, else a gem
 *     Outer::Service.run              from anywhere
 */
import type { ImportFact } from '../../model/facts.ts';
import type { Program, SourceFile } from '../program.ts';
import type { Ref } from '../refs.ts';
import { joinPath } from './import-strategy.ts';
import type { ImportStrategy } from './import-strategy.ts';
import { Namespaces } from './namespaces.ts';

const ROOTS = ['', 'lib', 'app', 'src', 'test', 'spec'];
const MAX_FILES = 500;

export function rubyRequires(program: Program, files: SourceFile[]): ImportStrategy {
  const index = new Namespaces('ruby', program);
  for (const file of files) index.addFile(file, '');

  const bound = (fact: ImportFact, file: SourceFile): Ref[] => {
    const name = fact.source.endsWith('.rb') ? fact.source : `${fact.source}.rb`;
    const relative = fact.form === 'require_relative';
    const folders = relative ? [file.dir] : [...ROOTS, file.dir];
    for (const dir of folders) {
      const path = joinPath(dir, name);
      const found = path === undefined ? undefined : program.byPath.get(path);
      if (found !== undefined) return [{ to: 'file', file: found.index }];
    }
    return relative ? [] : [{ to: 'external', name: fact.source }];
  };

  /** Files that a file loads, directly or not. */
  const loaded = new Map<number, number[]>();
  const loadedBy = (file: SourceFile): number[] => {
    const known = loaded.get(file.index);
    if (known !== undefined) return known;
    const out = new Set<number>();
    const queue = [file];
    for (let at = queue.shift(); at !== undefined && out.size < MAX_FILES; at = queue.shift()) {
      for (const fact of at.facts.imports) {
        for (const ref of bound(fact, at)) {
          const next = ref.to === 'file' ? program.files[ref.file] : undefined;
          if (next === undefined || out.has(next.index)) continue;
          out.add(next.index);
          queue.push(next);
        }
      }
    }
    const list = [...out];
    loaded.set(file.index, list);
    return list;
  };

  return {
    bound,
    localName: () => undefined,
    ambient(file, _scope, name) {
      if (/^[A-Z]/.test(name)) return index.member('', name, { except: file.index, near: file });
      for (const other of loadedBy(file)) {
        if (program.fileNames[other]?.has(name) === true) return [{ to: 'name', file: other, name }];
      }
      return [];
    },
    member(key, name) {
      const namespace = index.nameOf(key);
      return namespace === undefined ? [] : index.member(namespace, name);
    },
  };
}
