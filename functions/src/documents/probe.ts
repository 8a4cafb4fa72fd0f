/** A document that nobody stores: reading it shows whether the store answers. */
import type { StorePort } from '../ports.ts';

export async function probeStore({ get }: Pick<StorePort, 'get'>): Promise<void> {
  await get('health/ready');
}
