/** A table with its heads; `number` sets a column of figures to the right. */
import type { ComponentChildren } from 'preact';

export interface Column {
  title: string;
  number?: true;
}

export function Table({ columns, children }: { columns: readonly Column[]; children: ComponentChildren }) {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={columns.map(({ title }) => title).join(', ')}>
      <table class="table">
        <thead>
          <tr>
            {columns.map(({ title, number }) => (
              <th key={title} scope="col" class={number === true ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
