/**
 * `languages/reference.md`: every word that an author of a language may use, made from the descriptions in the code that
 * reads them. `npm --prefix functions run language-reference` writes it, and a test compares the two.
 */
import { z } from 'zod';
import { parameterForm, targetForm, testForm, typeForm, valueForm } from '../../src/extract/compile/form-schemas.ts';
import { languageSchema } from '../../src/extract/compile/language-schema.ts';
import { KIND_ORDER } from '../../src/extract/compile/definition-kinds.ts';
import { HEADS, PARTS, SETTINGS } from '../../src/extract/compile/vocabulary.ts';

interface Described {
  key: string;
  meaning: string;
}

/** A schema without what only says that it may be missing, has a default, or is one or several. */
function innerOf(schema: unknown): unknown {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) {
      inner = inner.unwrap();
    } else if (inner instanceof z.ZodPipe) inner = inner.in;
    else if (inner instanceof z.ZodArray) inner = inner.element;
    else return inner;
  }
}

function descriptionOf(schema: unknown): string {
  const described = schema instanceof z.ZodType ? schema.description : undefined;
  if (described !== undefined) return described;
  const inner = schema instanceof z.ZodPipe ? schema.in : innerOf(schema);
  return inner === schema ? '' : descriptionOf(inner);
}

/** Keys of an object, and of objects in it: `comments.doc`. */
function keysOf(shape: Readonly<Record<string, unknown>>, before = ''): Described[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const key = `${before}${name}`;
    const inner = innerOf(schema);
    const objects = inner instanceof z.ZodUnion ? inner.options.map(innerOf) : [inner];
    const object = objects.find((each) => each instanceof z.ZodObject);
    const nested = object === undefined ? [] : keysOf(object.shape, `${key}.`);
    return [{ key, meaning: descriptionOf(schema) }, ...nested];
  });
}

/** The forms of a table, by their `is`, with what their keys mean. */
function formsOf({ options }: { options: readonly unknown[] }): Described[] {
  return options.flatMap((option) => {
    if (!(option instanceof z.ZodObject)) return [];
    const { is, ...shape } = option.shape;
    const names = is instanceof z.ZodLiteral || is instanceof z.ZodEnum ? [...valuesOf(is)] : [];
    return [
      { key: names.join('`, `'), meaning: `${option.description ?? ''} Keys: ${keyNames(shape)}.` },
      ...keysOf(shape, `${names.join('/')}.`).filter(({ meaning }) => meaning !== ''),
    ];
  });
}

function valuesOf(schema: z.ZodLiteral | z.ZodEnum): Iterable<string> {
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : schema.options.map(String);
}

function keyNames(shape: Readonly<Record<string, unknown>>): string {
  const names = Object.entries(shape)
    .filter(([name]) => name !== 'when')
    .map(([name, schema]) => `\`${name}\`${schema instanceof z.ZodOptional ? '?' : ''}`);
  return names.length === 0 ? 'none' : names.join(', ');
}

function table(head: string, rows: Described[]): string {
  const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ').trim();
  const lines = rows.map(({ key, meaning }) => `| \`${key}\` | ${cell(meaning)} |`);
  return [`| ${head} | meaning |`, '|---|---|', ...lines].join('\n');
}

function words(of: Readonly<Record<string, string>>, before: string): Described[] {
  return Object.entries(of).map(([key, meaning]) => ({ key: `${before}${key}`, meaning }));
}

const PICKS: Described[] = [
  { key: 'object', meaning: 'The child in the field `object`; `*object` all children in it.' },
  { key: '<type>', meaning: 'The first child of a node type; `*<type>` all of that type.' },
  { key: '#0', meaning: 'A named child by its position; `#-1` is the last one.' },
  { key: '.', meaning: 'The node itself. Where a list is wanted: its named children.' },
  { key: '**', meaning: 'All named children.' },
  { key: '>>', meaning: 'The next sibling, `<<` the previous one; `>><=>` only if it is a `=`.' },
  { key: '~type', meaning: 'The nearest descendant of a type; `a//type` the nearest below a.' },
  { key: 'a/b', meaning: 'b of a.' },
  { key: '!field', meaning: 'All named children but the one in that field.' },
  { key: 'a + b', meaning: 'Those of a, then those of b.' },
  { key: '["a", "#0"]', meaning: 'The first that exists.' },
];

/** The whole file. */
export function languageReference(): string {
  const kinds = `One of \`${KIND_ORDER.join('`, `')}\`. Where two patterns give one node different kinds, the one further left wins. A \`function\` directly in a class-like is a \`method\`, and a \`variable\` there a \`field\`. A variable, constant or field in a function is no definition, but its \`@value\` or \`@type\` is still a binding. The same variable twice in one scope is one definition.`;
  return `${[
    '# Words of languages',
    'Made from the code that reads them by `npm --prefix functions run language-reference`: change the descriptions there. `README.md` shows how they are used.',
    '## Captures of facts.scm: heads',
    'What a match says. Any number of patterns may capture one node as a definition or call; what they capture is put together. Captures that begin with `_` are free for predicates.',
    table('capture', [{ key: '@definition.…', meaning: kinds }, ...words(HEADS, '@')]),
    '## Captures of facts.scm: parts',
    'What stands beside a head in a match.',
    table('capture', words(PARTS, '@')),
    '## Settings of facts.scm',
    '`(#set! key value)`, inside the parentheses of the pattern. A value is needed: `(#set! reexport true)`.',
    table('setting', words(SETTINGS, '')),
    '## language.json',
    table('key', keysOf(languageSchema.shape)),
    '### Picks',
    'Which child of a node is meant. Where a list is wanted, a pick of one node stands for its named children.',
    table('pick', PICKS),
    '### Forms of values',
    'A form may be a list: the first whose `when` holds applies. `"when": { "operator": ["&&"], "alternative": [] }` holds where the text of the picked operator is `&&` and there is an alternative. A node without a form is `unknown`, which is right for all whose result nobody knows.',
    table('form', formsOf(valueForm)),
    '### Forms of types',
    table('form', formsOf(typeForm)),
    '### Forms of parameters',
    table('key', keysOf(parameterForm.shape)),
    '### Forms of targets',
    table('form', formsOf(targetForm)),
    '### Forms of tests',
    table('form', formsOf(testForm)),
    '## resolution.json',
    'README.md has its keys, with the languages that set each.',
  ].join('\n\n')}\n`;
}
