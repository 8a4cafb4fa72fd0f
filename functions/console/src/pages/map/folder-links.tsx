/** How folders use each other: as a graph, and the strongest imports between them as a list whose bars compare. */
import type { RepositoryName } from '../../addresses.ts';
import type { FolderMap } from '../../api/shapes.ts';
import { formatCount } from '../../parts/numbers.ts';
import { Table } from '../../parts/table.tsx';
import { FolderGraph } from './folder-graph.tsx';
import { mapAddress, type Measure } from './map-page.tsx';

const SHOWN = 30;
const COLUMNS = [{ title: 'From' }, { title: 'uses' }, { title: 'imports', number: true }] as const;

export function FolderLinks({ map, repository, by }: { map: FolderMap; repository: RepositoryName; by: Measure }) {
  const { links, links_total } = map;
  if (links.length === 0) return null;
  const most = Math.max(...links.map(({ edges }) => edges));
  return (
    <section class="folder-links">
      <h2>How they use each other</h2>
      <FolderGraph map={map} repository={repository} by={by} />
      <details>
        <summary>
          As a list <span class="faint">{formatCount(links_total)}</span>
        </summary>
        <Table columns={COLUMNS}>
          {links.slice(0, SHOWN).map(({ from, to, edges }) => (
            <tr key={`${from} ${to}`}>
              <td>
                <a href={mapAddress(repository, from, by)}>{from}</a>
              </td>
              <td>
                <a href={mapAddress(repository, to, by)}>{to}</a>
              </td>
              <td class="number">
                {formatCount(edges)} <meter min={0} max={most} value={edges} aria-hidden="true" />
              </td>
            </tr>
          ))}
        </Table>
        {links_total > SHOWN && <p class="faint small">The strongest {SHOWN} are listed.</p>}
      </details>
    </section>
  );
}
