/**
 * The calls around a change as a Mermaid flowchart, made from the graph. Names are a stranger's text: they appear only
 * inside quoted labels, with every character that means something to Mermaid or HTML as an entity; identifiers are ours.
 *
 *     flowchart LR
 *       n0["pay<br/>src/checkout.py"]
 *       n1["Cart.total<br/>src/cart.py"]:::changed
 *       n0 --> n1
 *       classDef changed stroke-width:3px
 */
export interface DiagramCall {
  from: DiagramNode;
  to: DiagramNode;
}

export interface DiagramNode {
  path: string;
  name: string;
  changed: boolean;
}

const MAX_NODES = 24;
const MAX_EDGES = 40;
const LONGEST_NAME = 60;

/** Calls in the order of their worth; undefined for none. Without the fence. */
export function callDiagram(calls: readonly DiagramCall[]): string | undefined {
  const ids = new Map<string, string>();
  const nodes: string[] = [];
  const edges = new Set<string>();
  const idOf = ({ path, name, changed }: DiagramNode): string => {
    const key = `${path} ${name}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = `n${ids.size}`;
    ids.set(key, id);
    // A file that calls outside of its functions is its own name.
    const words = name === path ? label(path) : `${label(name)}<br/>${label(path)}`;
    nodes.push(`  ${id}["${words}"]${changed ? ':::changed' : ''}`);
    return id;
  };
  for (const { from, to } of calls) {
    const fresh = [from, to].filter(({ path, name }) => !ids.has(`${path} ${name}`)).length;
    if (ids.size + fresh > MAX_NODES || edges.size >= MAX_EDGES) continue;
    edges.add(`  ${idOf(from)} --> ${idOf(to)}`);
  }
  if (edges.size === 0) return undefined;
  return ['flowchart LR', ...nodes, ...edges, '  classDef changed stroke-width:3px'].join('\n');
}

/** Long paths lose their start, which says least. */
function label(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const characters = Array.from(line);
  const short = characters.length > LONGEST_NAME ? `…${characters.slice(1 - LONGEST_NAME).join('')}` : line;
  // `#35;` is how Mermaid writes a character by its number.
  return short.replace(/[^\p{L}\p{N} ./_…-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
