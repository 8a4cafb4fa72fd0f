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

/** `src/jvmMain/kotlin`, `core/jvm/src/main` → jvm; undefined for a folder of no source set, or of one for every platform. */
function platformsOf(dir: string): string[] | undefined {
  const [, set, folder = ''] = SOURCE_SET.exec(dir) ?? [];
  if (set !== undefined) return set === EVERY_PLATFORM ? undefined : [set];
  return folder === '' ? undefined : folder.split('-');
}

/** Kotlin names source sets after platforms, Scala has a folder above each: `core/jvm-native/src` belongs to two. */
const SOURCE_SET =
  /(?:^|\/)(?:src\/([a-z]\w*?)(?:Main|Test)(?:\/|$)|((?:jvm|js|native|wasm)(?:-(?:jvm|js|native|wasm))*)\/src(?:\/|$))/;

/** Source sets of this name belong to every platform. */
const EVERY_PLATFORM = 'common';

/**
 * Of things in folders those that a platform's source set can see: its own and those of all platforms, where it has one of its
 * own. Which others a source set is made of stands in build scripts alone.
 *
 *     src/jvmTest calls what src/commonMain, src/jvmMain and src/jsMain declare     not jsMain's
 *     core/jvm/src calls what core/shared/src, api/jvm/src and api/js/src declare   not that of api/js
 */
export function ofPlatform<One extends { dir: string }>(all: One[], dir: string): One[] {
  const own = all.length < 2 ? undefined : platformsOf(dir);
  if (own === undefined) return all;
  const platforms = all.map((one) => platformsOf(one.dir));
  const isOwn = (of: string[]): boolean => own.every((platform) => of.includes(platform));
  if (!platforms.some((of) => of !== undefined && isOwn(of))) return all;
  return all.filter((_, at) => {
    const of = platforms[at];
    return of === undefined || of.some((platform) => own.includes(platform));
  });
}

/**
 * What stands beside the sources in a source set, and no build puts where these see it: resources, and whole projects that
 * tests read. The folder itself; undefined for any other.
 *
 *     src/test/resources/shop/a     src/test/resources          src/test/java/shop     none
 */
function unbuiltFolder(dir: string): string | undefined {
  return UNBUILT.exec(dir)?.[0];
}

const UNBUILT = /^(?:.*?\/)?src\/(?:\w*[tT]est\w*\/(?!java|kotlin|scala|groovy)[^/]+|\w+\/resources)(?=\/|$)/;

/** Where Maven, Gradle and sbt look for the sources of a set. */
const BUILT = /(?:^|\/)src\/\w+\/(?:java|kotlin|scala|groovy)[^/]*(?:\/|$)/;

/**
 * Of namesakes in folders those that are built, where one stands where builds look for sources; for what stands in a folder
 * that is not built those of this folder, the nearest.
 *
 *     shop/src/test/java sees shop/src/main/java                 not the copy in shop/src/test/resources
 *     the copy sees what stands in shop/src/test/resources       and where that has nothing, shop/src/main/java
 */
export function ofSources<One extends { dir: string }>(all: One[], dir: string): One[] {
  if (all.length < 2) return all;
  const own = unbuiltFolder(dir);
  const beside = own === undefined ? [] : all.filter((one) => unbuiltFolder(one.dir) === own);
  if (beside.length > 0) return nearestDirs(beside, dir);
  const others = all.filter((one) => unbuiltFolder(one.dir) === undefined);
  return others.some((one) => BUILT.test(one.dir)) ? others : all;
}
