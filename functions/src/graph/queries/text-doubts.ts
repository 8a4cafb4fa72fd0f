/** What texts that are no source say of functions that nothing else calls. */
import type { GraphReader } from '../../ports.ts';

interface Judged {
  name: string;
  tier: string;
  uncertain: string[];
  mentioned_at: { path: string; line: number | null } | null;
}

/** A template, an interface's description or a build file may call what it names, and so may one that was not read. */
export async function doubtedByTexts<Element extends Judged>(
  reader: GraphReader,
  judged: readonly Element[],
): Promise<{ doubted: Element[]; unread: number | null }> {
  const sure = judged.filter(({ tier }) => tier === 'never_called');
  const { paths, unread, complete } = await reader.textsNaming(sure.map(({ name }) => name));
  const doubted = judged.map((element): Element => {
    if (element.tier !== 'never_called') return element;
    const path = paths.get(element.name);
    if (path !== undefined)
      return { ...element, tier: 'exported', uncertain: ['text_names_it'], mentioned_at: { path, line: null } };
    return complete ? element : { ...element, tier: 'exported', uncertain: ['text_not_read'] };
  });
  return { doubted, unread };
}
