/**
 * Makes a run the only one in its repository, and the rows that are there comparable with a tree: what another run wrote for
 * other readers, or left half removed, is put right first.
 */
import { takeFence, type Fence } from '../../graph/fence.ts';
import {
  clearRepository,
  removeEmptyRepository,
  rewriteAccess,
  type IndexedRepository,
} from '../../graph/repository.ts';
import type { SyncOptions } from './options.ts';

/** From here on this run is the only one in the repository, whose rows are there to be compared with a tree. */
export async function takeRepository(
  options: Pick<SyncOptions, 'ports' | 'repoId' | 'access' | 'clearExisting' | 'requireJob'>,
  before: IndexedRepository | undefined,
): Promise<Fence> {
  const { access, clearExisting } = options;
  const fence = await takeFence(options.ports.graph, options.repoId, access);
  await requireWanted(options, fence, before === undefined);
  if (clearExisting === true || before?.clearing === true) await clearRepository(fence);
  if (before && before.access !== access) await rewriteAccess(fence);
  return fence;
}

/**
 * Asked only once the fence is taken: a deletion ends the job first and takes a fence of its own then, so a run that
 * comes behind it is told here, and one that is past this point loses its fence to the deletion.
 */
async function requireWanted(
  { requireJob }: Pick<SyncOptions, 'requireJob'>,
  fence: Fence,
  made: boolean,
): Promise<void> {
  try {
    await requireJob?.();
  } catch (error) {
    if (made) await removeEmptyRepository(fence);
    throw error;
  }
}
