/**
 * Pictures of every page of the console, in both themes and on a narrow screen, as files:
 *
 *     run-light.png  run-dark.png  run-narrow.png  run-small.webp  map-light.png …
 *
 * A page is taken when nothing on it is busy. Pictures are of the whole page up to a height, so that what is below the
 * fold is seen as well.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './browser.ts';

export interface Pictured {
  /** The file's name. */
  name: string;
  address: string;
  /** A selector of what the page is about: the picture waits for it. */
  shows: string;
  /** Clicked before the picture is taken. */
  click?: string;
}

/** `tallest`: pixels of a picture at most, down the page. */
const SIZES = {
  light: { width: 1280, height: 800, theme: 'light', type: 'png', tallest: 2_400 },
  dark: { width: 1280, height: 800, theme: 'dark', type: 'png', tallest: 2_400 },
  narrow: { width: 360, height: 740, theme: 'light', type: 'png', tallest: 2_400 },
  /** For the README. */
  small: { width: 1280, height: 800, theme: 'light', type: 'webp', tallest: 1_000 },
} as const;
export type Size = keyof typeof SIZES;
export const ALL_SIZES = Object.keys(SIZES) as Size[];
export const USUAL_SIZES: readonly Size[] = ['light', 'dark', 'narrow'];

const WEBP_QUALITY = 82;
/** A chart or a highlighted source is drawn in the frames after its data. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`;

/** `open` gives a page at an address in a signed-in session. Answers with the files that were written. */
export async function takePictures(
  open: (address: string) => Promise<Page>,
  pages: readonly Pictured[],
  { folder, sizes = USUAL_SIZES }: { folder: string; sizes?: readonly Size[] },
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const { name, address, shows, click } of pages) {
    for (const size of sizes) {
      const { width, height, theme, type, tallest } = SIZES[size];
      const page = await open(address);
      const { tab } = page;
      await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await tab.setViewport({ width, height });
      await page.until(`document.querySelector(${JSON.stringify(shows)}) && !document.querySelector('.busy')`);
      if (click !== undefined) await tab.click(click);
      await page.evaluate(SETTLED);
      await page.until(`!document.querySelector('.busy')`);
      const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
      const file = join(folder, `${name}-${size}.${type}`);
      const clip = { x: 0, y: 0, width, height: Math.min(tallest, Math.max(height, whole)) };
      const quality = type === 'webp' ? { quality: WEBP_QUALITY } : {};
      await tab.screenshot({ path: file, type, clip, captureBeyondViewport: true, ...quality });
      files.push(file);
      await tab.close();
    }
  }
  return files;
}
