/**
 * `npm --silent --prefix functions run extract -- <file> [--json | --tree]`: what extraction sees of one file, for
 * authors of a language and for whoever wonders why an edge is missing.
 *
 *     file zig 21 lines
 *     function main(n: u8) -> void  5-11 complexity 3
 *     call 6 main  dogs.bark(n)
 *
 * With --json the facts go to standard output as one object (model/facts.ts) and nothing else; with --tree the syntax
 * tree, whose node types and fields the language's tables speak of.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { decode } from '../../src/extract/eligibility.ts';
import { loadRegistry, type LanguageDefinition } from '../../src/extract/compile/registry.ts';
import { createInlineExtractor } from '../../src/extract/pool/inline-extractor.ts';
import { showTree } from '../../src/extract/show-tree.ts';
import { endWithReason, parseWords, typedIn, WrongArguments } from './arguments/command-line.ts';
import { printFacts } from './output/print-facts.ts';

const USAGE = 'Usage: npm --silent --prefix functions run extract -- <file> [--json | --tree]';

interface Arguments {
  file: string;
  json: boolean;
  tree: boolean;
}

function readArguments(): Arguments {
  const { values, positionals } = parseWords({
    options: { json: { type: 'boolean', default: false }, tree: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file, more] = positionals;
  if (file === undefined) throw new WrongArguments('Give a file.');
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  if (values.json && values.tree) throw new WrongArguments('Give --json or --tree, not both.');
  return { file: resolve(typedIn(), file), json: values.json, tree: values.tree };
}

/** A file that is named on a command line is read whatever its size, as long as a language takes it. */
function readSource(file: string): { language: LanguageDefinition; text: string } {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const text = decode(readFileSync(file));
  if (text === undefined) throw new Error(`${file} is no text.`);
  const registry = loadRegistry();
  const name = registry.languageOf(file, text.slice(0, 16_384));
  const language = name === undefined ? undefined : registry.get(name);
  if (language === undefined) {
    const known = registry.names.join(', ');
    throw new Error(`No language takes ${file}. There are ${known}; languages/README.md says how to add one.`);
  }
  return { language, text };
}

async function print({ file, json, tree }: Arguments): Promise<void> {
  const { language, text } = readSource(file);
  const path = relative(typedIn(), file);
  if (tree) {
    process.stdout.write(await showTree(language.head, path, text));
    return;
  }
  const extractor = createInlineExtractor(new Map([[language.name, language]]));
  const facts = await extractor.extract({ path, language: language.name, text });
  process.stdout.write(json ? JSON.stringify(facts) : printFacts(facts));
}

try {
  await print(readArguments());
} catch (error) {
  endWithReason(error, USAGE);
}
