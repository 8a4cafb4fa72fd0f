/** An address that no page has. */
import { Empty } from '../parts/states.tsx';
import { usePageTitle } from '../shell/shell.tsx';

export function NotFoundPage() {
  usePageTitle('No such page');
  return (
    <section class="page">
      <h1>No such page</h1>
      <Empty title="There is no page at this address.">
        <p>
          Go to the <a href="/app/">repositories</a>, or press <kbd>Ctrl K</kbd> to search.
        </p>
      </Empty>
    </section>
  );
}
