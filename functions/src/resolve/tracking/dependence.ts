/**
 * The dependence of each file as it is stored: sorted hashes of the keys of its inputs, and of the keys it provides.
 *
 *     a.py: from .x import y        inputs: f:x.py, …        provides: python names of a.py, …
 */
import type { Dependence } from '../../model/graph.ts';
import { fileKey, hashOf, ORDER_INPUT } from './hash-key.ts';
import type { Inputs, ReachedInputs } from './inputs.ts';
import { Numbers } from './numbers.ts';
import type { Trace } from './trace.ts';

/** `paths`: of the program's files, by index. The answer takes a file's index, and its inputs where they are known. */
export function createDependence(
  trace: Trace,
  paths: readonly string[],
): (file: number, inputs?: ReachedInputs) => Dependence {
  const keysOfShared = new Map<Inputs, Uint32Array>();
  const fileHashes = new Numbers();

  const hashOfFile = (file: number): number => {
    let hash = fileHashes.get(file);
    if (hash === 0) fileHashes.set(file, (hash = hashOf(fileKey(paths[file] ?? ''))));
    return hash >>> 0;
  };

  /** `but`: a file that is left out. */
  const keysOf = (inputs: Inputs, but?: number): number[] => {
    const keys = [...inputs.entries, ...inputs.existence];
    for (const file of inputs.files) if (file !== but) keys.push(hashOfFile(file));
    if (inputs.order) keys.push(ORDER_INPUT);
    return keys;
  };

  const keysOfOneShared = (inputs: Inputs): Uint32Array => {
    let keys = keysOfShared.get(inputs);
    if (keys === undefined) keysOfShared.set(inputs, (keys = ascending(keysOf(inputs))));
    return keys;
  };

  return (file, inputs = trace.inputsOf(file)) => {
    // A file always depends on itself, so that is not written down.
    const own = keysOf(inputs.own, file);
    if (trace.cutShort) own.push(ORDER_INPUT);
    return {
      inputs: ascending(own),
      shared: inputs.shared.map(keysOfOneShared),
      provides: ascending(Array.from(trace.providedBy(file), hashOf)),
    };
  };
}

/** Each once. */
function ascending(hashes: number[]): Uint32Array {
  const sorted = Uint32Array.from(hashes).sort();
  return sorted.filter((hash, at) => at === 0 || hash !== sorted[at - 1]);
}

/** All lists of what a file depends on. */
export function inputLists(dependence: Dependence | undefined): Uint32Array[] {
  return dependence === undefined ? [] : [dependence.inputs, ...dependence.shared];
}

/** A question about lists that many files share, asked once of each. */
export function onceForEach<List extends object>(ask: (list: List) => boolean): (list: List) => boolean {
  const answers = new Map<List, boolean>();
  return (list) => {
    let answer = answers.get(list);
    if (answer === undefined) answers.set(list, (answer = ask(list)));
    return answer;
  };
}

/** Keys in one of two lists. */
export function differences(a: Uint32Array = new Uint32Array(), b: Uint32Array = new Uint32Array()): number[] {
  const [left, right] = [new Set(a), new Set(b)];
  return [...a.filter((key) => !right.has(key)), ...b.filter((key) => !left.has(key))];
}
