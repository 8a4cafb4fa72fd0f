import React, { useState } from 'react';

interface Props<T> {
  items: T[];
  render: (item: T) => React.ReactNode;
}

export function List<T>({ items, render }: Props<T>) {
  const [open, setOpen] = useState<boolean>(false);
  return (
    <Panel<T> onToggle={() => setOpen(!open)}>
      {items.map((item) => (
        <ui.Row key={item.id}>{render(item)}</ui.Row>
      ))}
    </Panel>
  );
}

export const Memo = React.memo(function Inner() {
  return <List items={[]} render={(item) => <b>{item}</b>} />;
});
