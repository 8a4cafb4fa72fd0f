/** The squarified treemap (Bruls, Huizing, van Wijk 2000) of a folder: boxes that are links, the nested ones inside. */
import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from 'd3-hierarchy';
import { useMemo } from 'preact/hooks';
import { fileAddress, type RepositoryName } from '../../addresses.ts';
import type { FolderMap, MapNode } from '../../api/shapes.ts';
import { formatCount } from '../../parts/numbers.ts';
import { mapAddress, type Measure } from './map-page.tsx';

/** Units of the drawing, which scales to the page. */
const WIDTH = 1600;
const HEIGHT = 800;
const HEADER = 22;
/** Smaller boxes have no room for a name; pointing at them tells it. */
const NAMED = { width: 56, height: 18 };

interface Box {
  node: MapNode | undefined;
  children: Box[];
}

export function Treemap({ map, repository, by }: { map: FolderMap; repository: RepositoryName; by: Measure }) {
  const boxes = useMemo(() => layOut(map, by), [map, by]);
  return (
    <svg
      class="treemap"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={`Folders and files by ${by}; each leads to its map or its source`}
    >
      {boxes.map(({ x0, y0, x1, y1, data: { node } }) => {
        if (node === undefined) return null;
        const width = x1 - x0;
        const height = y1 - y0;
        const address =
          node.type === 'folder' ? mapAddress(repository, node.path, by) : fileAddress(repository, node.path);
        return (
          <a key={node.path} href={address} aria-label={described(node)}>
            <rect
              class={`area area-${riskOf(node.max_complexity)} area-${node.type}`}
              x={x0}
              y={y0}
              width={width}
              height={height}
            >
              <title>{described(node)}</title>
            </rect>
            {width > NAMED.width && height > NAMED.height && (
              <text class="area-name" x={x0 + 5} y={y0 + 15} aria-hidden="true">
                {cut(node.name, Math.floor((width - 8) / 7.2))}
              </text>
            )}
          </a>
        );
      })}
    </svg>
  );
}

function layOut(map: FolderMap, by: Measure): HierarchyRectangularNode<Box>[] {
  const byPath = new Map<string, Box>(map.nodes.map((node) => [node.path, { node, children: [] }]));
  const root: Box = { node: undefined, children: [] };
  for (const [path, box] of byPath) {
    const parent = path.includes('/') ? byPath.get(path.slice(0, path.lastIndexOf('/'))) : undefined;
    (parent ?? root).children.push(box);
  }
  const tree = hierarchy(root)
    // A folder counts what its drawn children do not, so that areas stay true where small ones are left out.
    .sum(({ node, children }) => (node === undefined || children.length > 0 ? 0 : Math.max(1, node[by])))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const laid = treemap<Box>()
    .size([WIDTH, HEIGHT])
    .tile(treemapSquarify)
    .paddingInner(2)
    .paddingTop(({ depth }) => (depth === 0 ? 0 : HEADER))(tree);
  return laid.descendants();
}

function described({ name, type, files, lines, functions, max_complexity }: MapNode): string {
  const size = type === 'folder' ? `${formatCount(files)} files, ` : '';
  return `${name}: ${size}${formatCount(lines)} lines, ${formatCount(functions)} functions, complexity up to ${max_complexity}`;
}

/** The levels of the API's `risk_level`. */
export function riskOf(complexity: number): 'low' | 'medium' | 'high' | 'critical' {
  if (complexity <= 5) return 'low';
  if (complexity <= 10) return 'medium';
  return complexity <= 20 ? 'high' : 'critical';
}

function cut(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, letters - 1))}…`;
}
