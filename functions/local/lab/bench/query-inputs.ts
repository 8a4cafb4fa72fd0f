/** What each question is asked in a measurement, made of what the graph holds (query-samples.ts). */
import type { Samples } from './query-samples.ts';

/** A question of src/graph/queries by its name, and what it is asked. */
export interface Asked {
  question: string;
  input: Record<string, unknown>;
}

/** The questions by kind of input: one name may stand twice where its inputs differ in kind. */
export function inputsOf(samples: Samples): Record<string, Asked[]> {
  return { ...inputsByName(samples), ...inputsOfSearches(samples), ...inputsOfRelations(samples) };
}

/** `question`, asked with what `input` makes of each of the values. */
function ask<T>(question: string, values: readonly T[], input: (value: T, at: number) => Record<string, unknown>) {
  return values.map((value, at): Asked => ({ question, input: input(value, at) }));
}

function inputsByName({ functions, classes, variables, modules, imports, places }: Samples): Record<string, Asked[]> {
  return {
    find_functions: ask('find_functions', functions, (name) => ({ name })),
    'find_functions, fuzzy': ask('find_functions', functions, (name) => ({ name: misspelled(name), fuzzy: true })),
    find_classes: ask('find_classes', classes, (name) => ({ name })),
    'find_classes, fuzzy': ask('find_classes', classes, (name) => ({ name: misspelled(name), fuzzy: true })),
    find_variables: ask('find_variables', variables, (name) => ({ name: name.slice(0, 6) })),
    find_modules: ask('find_modules', modules, (name) => ({ name })),
    find_imports: ask('find_imports', imports, (name) => ({ name })),
    peek: ask('peek', places, (place) => ({ ...place })),
    function_complexity: ask('function_complexity', functions, (name) => ({ function_name: name })),
    most_complex_functions: ask('most_complex_functions', functions, (_, at) => ({ limit: 1 + (at % 100) })),
  };
}

function inputsOfSearches({ functions, words, rareWords, phrases, parts }: Samples): Record<string, Asked[]> {
  const query = (text: string) => ({ query: text });
  return {
    'search, names': ask('search', functions, query),
    'search, parts of names': ask('search', parts, (part) => query(part.query)),
    'search, rare words': ask('search', rareWords, query),
    'search, common words': ask('search', words, query),
    'search, phrases': ask('search', phrases, query),
    'find_content, rare words': ask('find_content', rareWords, query),
    'find_content, common words': ask('find_content', words, query),
    'find_content, phrases': ask('find_content', phrases, query),
    'find_content, 1-2 characters': ask('find_content', words, (word, at) => query(word.slice(0, 1 + (at % 2)))),
  };
}

function inputsOfRelations({ functions, classes, parts, ids }: Samples): Record<string, Asked[]> {
  return {
    method_usages: ask('method_usages', functions, (name) => ({ method_name: name })),
    find_callers: ask('find_callers', functions, (name) => ({ symbol_name: name })),
    class_hierarchy: ask('class_hierarchy', classes, (name) => ({ class_name: name })),
    change_impact: ask('change_impact', functions, (name) => ({ symbol_name: name })),
    neighbours: ask('neighbours', ids, (symbol_id, at) => ({ symbol_id, depth: 1 + (at % 2) })),
    locate: ask('locate', parts, ({ query, name }) => ({ text: `${query} goes wrong after ${name}` })),
    graph_stats: ask('graph_stats', functions, () => ({})),
    semantic_search: ask('semantic_search', parts, ({ query }) => ({ question: `where is the ${query} done` })),
  };
}

/** One letter of a name goes missing. */
function misspelled(name: string): string {
  const at = Math.floor(name.length / 2);
  return name.length < 5 ? name : name.slice(0, at) + name.slice(at + 1);
}
