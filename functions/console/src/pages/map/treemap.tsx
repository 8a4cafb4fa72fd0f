/** The squarified treemap (Bruls, Huizing, van Wijk 2000) of a folder: boxes that are links, the nested ones inside. */
import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from 'd3-hierarchy';
import { useMemo } from 'preact/hooks';
import { fileAddress, type RepositoryName } from '../../addresses.ts';
import type { FolderMap, MapNode } from '../../api/shapes.ts';
import { formatCount } from '../../parts/numbers.ts';
import { useWidth } from '../../parts/use-width.ts';
import { mapAddress, type Measure } from './map-page.tsx';

/** Pixels: before its room is known, and at most. */
const USUAL_WIDTH = 1_200;
const MOST_HEIGHT = 900;
/** Height of its width. A narrow one is high, so that its boxes are no strips. */
const SHAPE = { wide: 0.5, narrow: 1.4, narrowUpTo: 640 };
const HEADER = 22;
/** Smaller boxes have no room for a name; pointing at them tells it. */
const NAMED = { width: 56, height: 18 };

interface Box {
  node: MapNode | undefined;
  children: Box[];
}

export function Treemap({ map, repository, by }: { map: FolderMap; repository: RepositoryName; by: Measure }) {
  const { frame, width = USUAL_WIDTH } = useWidth<HTMLDivElement>();
  const height = Math.min(MOST_HEIGHT, width * (width > SHAPE.narrowUpTo ? SHAPE.wide : SHAPE.narrow));
  const boxes = useMemo(() => layOut(map, by, width, height), [map, by, width, height]);
  return (
    <div ref={frame}>
      <svg
        class="treemap"
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        role="group"
        aria-label={`Folders and files by ${by}; each leads to its map or its source`}
      >
        {boxes.map(({ x0, y0, x1, y1, data: { node } }) => {
          if (node === undefined) return null;
          const [wide, high] = [x1 - x0, y1 - y0];
          const address =
            node.type === 'folder' ? mapAddress(repository, node.path, by) : fileAddress(repository, node.path);
          return (
            <g key={node.path}>
              <a href={address} aria-label={described(node)}>
                <rect
                  class={`area area-${riskOf(node.max_complexity)} area-${node.type}`}
                  x={x0}
                  y={y0}
                  width={wide}
                  height={high}
                >
                  <title>{described(node)}</title>
                </rect>
              </a>
              {wide > NAMED.width && high > NAMED.height && (
                <text class="area-name" x={x0 + 5} y={y0 + 15} aria-hidden="true">
                  {cut(node.name, Math.floor((wide - 8) / 7.2))}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function layOut(map: FolderMap, by: Measure, width: number, height: number): HierarchyRectangularNode<Box>[] {
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
    .size([width, height])
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
