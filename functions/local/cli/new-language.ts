/**
 * `npm --prefix functions run new-language -- <name> [--package <npm package>] [--extension .ext] [--title Name]`: lays out
 * `languages/<name>/` and says what to do next. The package ships the grammar as .wasm and must be installed; without
 * --package `tree-sitter-<name>` and `@tree-sitter-grammars/tree-sitter-<name>` are looked for. languages/README.md is
 * the tutorial.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { layOutLanguage } from '../languages/lay-out-language.ts';
import { nodeTypesSchema, suggestForms, type NodeType } from '../languages/suggest-forms.ts';
import { PACKAGE } from '../stack/toolchain.ts';
import { endWithReason, parseWords, WrongArguments } from './arguments/command-line.ts';

const USAGE =
  'Usage: npm --prefix functions run new-language -- <name> [--package <npm package>] [--extension .ext] [--title Name]';

interface Arguments {
  name: string;
  title: string;
  extension: string;
  package: string | undefined;
}

function readArguments(): Arguments {
  const { values, positionals } = parseWords({
    options: { package: { type: 'string' }, extension: { type: 'string' }, title: { type: 'string' } },
    allowPositionals: true,
  });
  const [name, more] = positionals;
  if (name === undefined) throw new WrongArguments('Give a name.');
  if (more !== undefined) throw new WrongArguments(`"${more}" is one word too many.`);
  if (!/^[a-z]+$/.test(name)) throw new WrongArguments(`A language's name has lower-case letters only, not "${name}".`);
  const { extension = `.${name}`, title = name.replace(/^./, (letter) => letter.toUpperCase()) } = values;
  if (!extension.startsWith('.')) throw new WrongArguments(`An extension begins with a dot, not "${extension}".`);
  return { name, title, extension, package: values.package ?? installedPackage(name) };
}

function installedPackage(name: string): string | undefined {
  const usual = [`tree-sitter-${name}`, `@tree-sitter-grammars/tree-sitter-${name}`];
  return usual.find((each) => existsSync(join(PACKAGE, 'node_modules', each, 'package.json')));
}

interface Grammar {
  package: string | undefined;
  file: string;
  nodeTypes: NodeType[];
}

/** The package's .wasm, and the node types that it documents. */
function readGrammar(name: string, wanted: string | undefined): Grammar {
  if (wanted === undefined) return { package: undefined, file: `grammar/tree-sitter-${name}.wasm`, nodeTypes: [] };
  const folder = join(PACKAGE, 'node_modules', wanted);
  if (!existsSync(folder)) {
    throw new Error(`${wanted} is not installed: npm --prefix functions ${installing(wanted)}`);
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const wasm = files.filter((file) => file.endsWith('.wasm'));
  const file = wasm.find((each) => basename(each).includes(name)) ?? wasm[0];
  if (file === undefined) {
    throw new Error(`${wanted} ships no .wasm: look for another package, or build one (languages/README.md, step 1).`);
  }
  const types = join(folder, 'src', 'node-types.json');
  const nodeTypes = existsSync(types) ? nodeTypesSchema.parse(JSON.parse(readFileSync(types, 'utf8'))) : [];
  return { package: wanted, file, nodeTypes };
}

function installing(name: string): string {
  return `install --save-dev --save-exact --ignore-scripts ${name}`;
}

function layOut({ name, title, extension, package: wanted }: Arguments): void {
  const folder = join(PACKAGE, 'languages', name);
  if (existsSync(folder)) throw new Error(`There is a folder languages/${name} already.`);
  const grammar = readGrammar(name, wanted);
  const language = { name, title, extensions: [extension], package: grammar.package, file: grammar.file };
  const files = layOutLanguage(language, suggestForms(grammar.nodeTypes));
  mkdirSync(join(folder, 'examples'), { recursive: true });
  for (const [file, text] of files) writeFileSync(join(folder, file), text);
  process.stdout.write(`${nextSteps(name, extension, grammar).join('\n')}\n`);
}

function nextSteps(name: string, extension: string, { package: wanted, file }: Grammar): string[] {
  const example = `functions/languages/${name}/examples/first${extension}`;
  const grammar = [
    `There is no grammar yet. Install a package that ships a .wasm and name it in language.json`,
    `("grammars": [{ "package": …, "file": … }]), or put one at languages/${name}/${file}.`,
  ];
  return [
    `Laid out languages/${name}/: language.json and facts.scm. Next:`,
    ...(wanted === undefined ? grammar : []),
    `1. Write a few lines of the language into ${example}.`,
    `2. See its syntax tree:  npm --silent --prefix functions run extract -- ${example} --tree`,
    `3. See what is extracted:  npm --silent --prefix functions run extract -- ${example}`,
    `4. Add patterns and table entries until all of it is there. languages/README.md shows how, reference.md has every word.`,
  ];
}

try {
  layOut(readArguments());
} catch (error) {
  endWithReason(error, USAGE);
}
