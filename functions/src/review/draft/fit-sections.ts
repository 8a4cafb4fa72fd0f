/**
 * A long text within the platform's limit: it is cut by section and entry, the least important first, and says in its
 * place what is missing. A platform that is sent more keeps nothing of it.
 */
export interface Section {
  /** Markdown before the entries. */
  head: string;
  entries: string[];
  /** Things that each entry stands for, in the note of what is missing; one when it is not given. */
  counts?: readonly number[];
  /** Between entries: a line feed for rows and bullets, an empty line for paragraphs. */
  separator?: '\n' | '\n\n';
  /** After the entries, and after the head alone where none is shown: what the head opens ends here. */
  foot?: string;
  /** Higher is kept longer. */
  worth: number;
  /** `12 more files` in the note of what is missing. */
  noun: string;
}

/** In the order of the sections. Sections without entries are left out, unless they have only a head to show. */
export function fitSections(sections: readonly Section[], limit: number): string {
  const counts = sections.map(({ entries }) => entries.length);
  const render = () => joined(sections.flatMap((section, at) => written(section, counts[at] ?? 0)));
  const byWorth = sections.map((_, at) => at).sort((a, b) => (sections[a]?.worth ?? 0) - (sections[b]?.worth ?? 0));
  for (const at of byWorth) {
    if (render().length <= limit) break;
    // As many entries as still fit, by halving: entries are of any length.
    let [low, high] = [0, counts[at] ?? 0];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      counts[at] = middle;
      if (render().length <= limit) low = middle;
      else high = middle - 1;
    }
    counts[at] = low;
  }
  const text = render();
  if (text.length > limit)
    throw new Error(`the fixed parts of a text alone take ${text.length} of ${limit} characters`);
  return text;
}

function written({ head, entries, counts, separator = '\n', foot, noun }: Section, count: number): string[] {
  const end = foot === undefined || head === '' ? [] : [foot];
  if (entries.length === 0) return head === '' ? [] : [head, ...end];
  const missing = entries.slice(count).reduce((sum, _, at) => sum + (counts?.[count + at] ?? 1), 0);
  const note =
    missing === 0 ? [] : [`_${missing} more ${noun} not shown: the text would be too long for the platform._`];
  const shown = entries.slice(0, count).join(separator);
  return [head, ...(count === 0 ? [] : [shown]), ...note, ...end];
}

function joined(parts: readonly string[]): string {
  let text = '';
  for (const part of parts) {
    if (part === '') continue;
    // A table's rows follow its head directly.
    const separator = text === '' ? '' : text.endsWith('|') && part.startsWith('|') ? '\n' : '\n\n';
    text += separator + part;
  }
  return text;
}
