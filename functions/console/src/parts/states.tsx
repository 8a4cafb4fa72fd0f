/** What a page shows while it has nothing to show: it is busy, something failed, or there is nothing yet. */
import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../api/client.ts';

/** `whole`: of the whole page. Said to screen readers once, not at every redraw. */
export function Busy({ what, whole = false }: { what: string; whole?: boolean }) {
  return (
    <p class={whole ? 'busy busy-whole' : 'busy'} role="status">
      <span class="spinner" aria-hidden="true" />
      {what}…
    </p>
  );
}

/** Says what failed, and offers to try again where that can help. */
export function Failed({ failure, again }: { failure: ApiFailure; again?: () => void }) {
  return (
    <div class="notice notice-bad" role="alert">
      <p>{failure.message}</p>
      {failure.retryAfter !== undefined && <p>Try again in {failure.retryAfter} seconds.</p>}
      {again !== undefined && (
        <button type="button" class="button" onClick={again}>
          Try again
        </button>
      )}
      {failure.requestId !== undefined && <p class="faint small">Request {failure.requestId}</p>}
    </div>
  );
}

/** `children`: what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
