/** The frame around every page: where one can go, the search, and who is signed in. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { SearchDialog, openSearch } from './search-dialog.tsx';
import { UserMenu } from './user-menu.tsx';

const PLACES = [
  { label: 'Repositories', href: '/app/', within: ['/app', '/app/r'] },
  { label: 'Search', href: '/app/search', within: ['/app/search'] },
  { label: 'Analytics', href: '/app/analytics', within: ['/app/analytics'] },
  { label: 'Doctor', href: '/app/doctor', within: ['/app/doctor'] },
  { label: 'Settings', href: '/app/settings', within: ['/app/settings'] },
] as const;

export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  useFocusOnNewPage(path);
  return (
    <>
      <a class="skip" href="#page">
        Skip to the page
      </a>
      <header class="top">
        <a class="brand" href="/app/">
          <img src="/icon.svg" alt="" width="22" height="22" />
          Reviewgraph
        </a>
        <nav class="places" aria-label="Places">
          {PLACES.map(({ label, href, within }) => (
            <a key={href} href={href} aria-current={isWithin(path, within) ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <button type="button" class="search-button" onClick={openSearch} aria-keyshortcuts="Control+K">
          Search code <kbd>Ctrl K</kbd>
        </button>
        <UserMenu />
      </header>
      <main id="page" tabIndex={-1}>
        {children}
      </main>
      <SearchDialog />
    </>
  );
}

function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => path === place || (place !== '/app' && path.startsWith(`${place}/`)));
}

/** A new page is read from its beginning, by those who see it and by those who hear it. */
function useFocusOnNewPage(path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    document.getElementById('page')?.focus({ preventScroll: true });
  }, [path]);
}

/** Sets the document's title, which is what histories and tabs show. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Reviewgraph`;
  }, [title]);
}
