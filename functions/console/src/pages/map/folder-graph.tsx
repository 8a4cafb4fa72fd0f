/**
 * The folders of a map as a graph: who uses stands above what it uses, a line is as thick as there are imports. A folder
 * that is pointed at, or that has the focus, shows its own lines. The list beside it says the same in words.
 */
import { useMemo, useState } from 'preact/hooks';
import { fileAddress, type RepositoryName } from '../../addresses.ts';
import type { FolderMap, MapNode } from '../../api/shapes.ts';
import { formatCount } from '../../parts/numbers.ts';
import { useWidth } from '../../parts/use-width.ts';
import { layOutFolders, type FolderDrawing, type Place } from './lay-out-folders.ts';
import { mapAddress, type Measure } from './map-page.tsx';

const MOST = 36;
/** In one row, at least and at most; as many as there is room for. */
const COLUMNS = { least: 2, most: 7 };
/** Pixels. */
const WIDTH = { least: 300, usual: 1_200 };
const BOX = { width: 168, height: 44 };
const GAP = { x: 24, y: 48 };
const MARGIN = 8;
const LETTER = 8;
/** What a folder's label says of those that it uses or is used by. */
const MOST_NAMED = 4;

interface Props {
  map: FolderMap;
  repository: RepositoryName;
  by: Measure;
}

export function FolderGraph({ map, repository, by }: Props) {
  const { frame, width: room } = useWidth<HTMLDivElement>();
  const size = sizeFor(room ?? WIDTH.usual);
  const drawing = useMemo(() => layOutFolders(map.links, { most: MOST, columns: size.columns }), [map, size.columns]);
  const [chosen, choose] = useState<string>();
  const nodes = useMemo(() => new Map(map.nodes.map((node) => [node.path, node])), [map]);
  const places = new Map(drawing.places.map((place) => [place.path, place]));
  const width = 2 * MARGIN + drawing.columns * (size.box + GAP.x) - GAP.x;
  const height = 2 * MARGIN + drawing.rows * (BOX.height + GAP.y) - GAP.y;
  const near = new Set(drawing.links.flatMap(({ from, to }) => (from === chosen || to === chosen ? [from, to] : [])));
  const isNear = (path: string): boolean => chosen === undefined || near.has(path) || path === chosen;
  return (
    <div class="folder-graph-frame" ref={frame}>
      <svg
        class="folder-graph"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label="Who uses what: folders and files, from those that use others down to those that are used"
      >
        <Lines drawing={drawing} places={places} chosen={chosen} box={size.box} />
        {drawing.places.map((place) => {
          const node = nodes.get(place.path);
          if (node === undefined) return null;
          const { x, y } = cornerOf(place, size.box);
          return (
            <g key={place.path} class={isNear(place.path) ? 'folder-box' : 'folder-box folder-box-far'}>
              <a
                href={
                  node.type === 'folder' ? mapAddress(repository, node.path, by) : fileAddress(repository, node.path)
                }
                aria-label={described(node, drawing.links)}
                onMouseEnter={() => choose(place.path)}
                onMouseLeave={() => choose(undefined)}
                onFocus={() => choose(place.path)}
                onBlur={() => choose(undefined)}
              >
                <title>{described(node, drawing.links)}</title>
                <rect x={x} y={y} width={size.box} height={BOX.height} rx={8} />
              </a>
              <text class="folder-box-name" x={x + size.box / 2} y={y + 18} aria-hidden="true">
                {shortened(node.name, Math.floor(size.box / LETTER) - 1)}
              </text>
              <text class="folder-box-size" x={x + size.box / 2} y={y + 35} aria-hidden="true">
                {node.type === 'folder' ? filesText(node.files) : `${formatCount(node.lines)} lines`}
              </text>
            </g>
          );
        })}
      </svg>
      <p class="faint small">
        Each stands above what it imports; the thicker the line, the more imports.
        {drawing.links.some(({ upwards }) => upwards) &&
          ' Dashed lines lead back up: these use each other in a circle.'}
        {drawing.left > 0 && ` The ${formatCount(drawing.places.length)} with the most imports are drawn.`}
      </p>
    </div>
  );
}

interface LinesProps {
  drawing: FolderDrawing;
  places: ReadonlyMap<string, Place>;
  chosen: string | undefined;
  box: number;
}

function Lines({ drawing, places, chosen, box }: LinesProps) {
  const most = Math.max(1, ...drawing.links.map(({ edges }) => edges));
  return (
    <g aria-hidden="true">
      {drawing.links.map(({ from, to, edges, upwards }) => {
        const [a, b] = [places.get(from), places.get(to)];
        if (a === undefined || b === undefined) return null;
        const isOwn = from === chosen || to === chosen;
        const names = ['folder-line'];
        if (upwards) names.push('folder-line-up');
        if (isOwn) names.push('folder-line-own');
        else if (chosen !== undefined) names.push('folder-line-far');
        return (
          <path
            key={`${from}\n${to}`}
            class={names.join(' ')}
            d={curveOf(cornerOf(a, box), cornerOf(b, box), box, upwards)}
            stroke-width={1 + 5 * (Math.log2(1 + edges) / Math.log2(1 + most))}
          />
        );
      })}
    </g>
  );
}

/** On a narrow screen boxes give up some of their width before they give up their column. */
function sizeFor(room: number): { columns: number; box: number } {
  const width = Math.max(WIDTH.least, room) - 2 * MARGIN + GAP.x;
  const columns = Math.min(COLUMNS.most, Math.max(COLUMNS.least, Math.floor(width / (BOX.width + GAP.x))));
  return { columns, box: Math.min(BOX.width, Math.floor(width / columns) - GAP.x) };
}

interface Point {
  x: number;
  y: number;
}

function cornerOf({ row, column }: Place, box: number): Point {
  return { x: MARGIN + column * (box + GAP.x), y: MARGIN + row * (BOX.height + GAP.y) };
}

function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, letters - 1)}…`;
}

/** From the foot of the one that uses to the head of the other; upwards a little beside, so that both lines are seen. */
function curveOf(from: Point, to: Point, box: number, upwards: boolean): string {
  const middle = box / 2 + (upwards ? box / 4 : 0);
  const [x1, x2] = [from.x + middle, to.x + middle];
  const [y1, y2] = upwards ? [from.y, to.y + BOX.height] : [from.y + BOX.height, to.y];
  const bend = (y2 - y1) / 2;
  return `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

const filesText = (files: number): string => `${formatCount(files)} ${files === 1 ? 'file' : 'files'}`;

function described({ path, name }: MapNode, links: FolderDrawing['links']): string {
  const uses = links.filter(({ from }) => from === path).map(({ to, edges }) => ({ path: to, edges }));
  const users = links.filter(({ to }) => to === path).map(({ from, edges }) => ({ path: from, edges }));
  return `${name}: uses ${namedAmong(uses)}; used by ${namedAmong(users)}`;
}

function namedAmong(others: readonly { path: string; edges: number }[]): string {
  if (others.length === 0) return 'none of them';
  const named = others
    .toSorted((a, b) => b.edges - a.edges)
    .slice(0, MOST_NAMED)
    .map(({ path, edges }) => `${path.slice(path.lastIndexOf('/') + 1)} (${formatCount(edges)})`);
  const left = others.length - named.length;
  return named.join(', ') + (left > 0 ? ` and ${left} more` : '');
}
