/** Folders of files: relative to the root of the repository, with `/` between them, '' for the root. */

/** Number of leading folders that two folders have in common. */
export function sharedFolders(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let count = 0;
  while (count < left.length && count < right.length && left[count] === right[count]) count++;
  return count;
}

/** Of things in folders those that share the most leading folders with a folder, in their order. */
export function nearestDirs<One extends { dir: string }>(all: One[], dir: string): One[] {
  if (all.length < 2) return all;
  const shared = all.map((one) => (one.dir === '' ? 0 : sharedFolders(one.dir, dir)));
  const best = Math.max(...shared);
  return all.filter((_, at) => shared[at] === best);
}

/** `src/jvmMain/kotlin` → jvm; undefined for a folder of no source set, or one whose platform is not named. */
function platformOf(dir: string): string | undefined {
  const [, platform] = /(?:^|\/)src\/([a-z]\w*?)(?:Main|Test)(?:\/|$)/.exec(dir) ?? [];
  return platform;
}

/** Source sets of this name belong to every platform. */
const EVERY_PLATFORM = 'common';

/**
 * Of things in folders those that a platform's source set can see: its own and those of all platforms, where it has one of its
 * own. Which others a source set is made of stands in build scripts alone.
 *
 *     src/jvmTest calls what src/commonMain, src/jvmMain and src/jsMain declare     not jsMain's
 */
export function ofPlatform<One extends { dir: string }>(all: One[], dir: string): One[] {
  const platform = all.length < 2 ? undefined : platformOf(dir);
  if (platform === undefined || platform === EVERY_PLATFORM) return all;
  const platforms = all.map((one) => platformOf(one.dir));
  if (!platforms.includes(platform)) return all;
  return all.filter((_, at) => [undefined, EVERY_PLATFORM, platform].includes(platforms[at]));
}
