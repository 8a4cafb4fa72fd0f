/** What each question is asked in a measurement, made of what the graph holds (query-samples.ts). */
import type { Samples } from './query-samples.ts';

/** A question of src/graph/queries by its name, and what it is asked. */
export interface Asked {
  question: string;
  input: Record<string, unknown>;
}

/** The questions by kind of input: one name may stand twice where its inputs differ in kind. */
export function inputsOf(samples: Samples): Record<string, Asked[]> {
  const ask = (question: string, inputs: readonly Record<string, unknown>[]): Asked[] =>
    inputs.map((input) => ({ question, input }));
  const { functions, classes, variables, modules, imports, places, words, rareWords, phrases, parts } = samples;
  return {
    find_functions: ask(
      'find_functions',
      functions.map((name) => ({ name })),
    ),
    'find_functions, fuzzy': ask(
      'find_functions',
      functions.map((name) => ({ name: misspelled(name), fuzzy: true })),
    ),
    find_classes: ask(
      'find_classes',
      classes.map((name) => ({ name })),
    ),
    'find_classes, fuzzy': ask(
      'find_classes',
      classes.map((name) => ({ name: misspelled(name), fuzzy: true })),
    ),
    find_variables: ask(
      'find_variables',
      variables.map((name) => ({ name: name.slice(0, 6) })),
    ),
    find_modules: ask(
      'find_modules',
      modules.map((name) => ({ name })),
    ),
    find_imports: ask(
      'find_imports',
      imports.map((name) => ({ name })),
    ),
    peek: ask(
      'peek',
      places.map((place) => ({ ...place })),
    ),
    function_complexity: ask(
      'function_complexity',
      functions.map((name) => ({ function_name: name })),
    ),
    most_complex_functions: ask(
      'most_complex_functions',
      functions.map((_, at) => ({ limit: 1 + (at % 100) })),
    ),
    'search, names': ask(
      'search',
      functions.map((query) => ({ query })),
    ),
    'search, parts of names': ask(
      'search',
      parts.map(({ query }) => ({ query })),
    ),
    'search, rare words': ask(
      'search',
      rareWords.map((query) => ({ query })),
    ),
    'search, common words': ask(
      'search',
      words.map((query) => ({ query })),
    ),
    'search, phrases': ask(
      'search',
      phrases.map((query) => ({ query })),
    ),
    'find_content, rare words': ask(
      'find_content',
      rareWords.map((query) => ({ query })),
    ),
    'find_content, common words': ask(
      'find_content',
      words.map((query) => ({ query })),
    ),
    'find_content, phrases': ask(
      'find_content',
      phrases.map((query) => ({ query })),
    ),
    'find_content, 1-2 characters': ask(
      'find_content',
      words.map((word, at) => ({ query: word.slice(0, 1 + (at % 2)) })),
    ),
    method_usages: ask(
      'method_usages',
      functions.map((name) => ({ method_name: name })),
    ),
    find_callers: ask(
      'find_callers',
      functions.map((name) => ({ symbol_name: name })),
    ),
    class_hierarchy: ask(
      'class_hierarchy',
      classes.map((name) => ({ class_name: name })),
    ),
    change_impact: ask(
      'change_impact',
      functions.map((name) => ({ symbol_name: name })),
    ),
    graph_stats: ask(
      'graph_stats',
      functions.map(() => ({})),
    ),
    semantic_search: ask(
      'semantic_search',
      parts.map(({ query }) => ({ question: `where is the ${query} done` })),
    ),
  };
}

/** One letter of a name goes missing. */
function misspelled(name: string): string {
  const at = Math.floor(name.length / 2);
  return name.length < 5 ? name : name.slice(0, at) + name.slice(at + 1);
}
