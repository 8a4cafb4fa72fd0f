/** A worker's hold on its review run. */
import type { Ports } from '../../ports.ts';
import { changeRun } from '../reviews/change-run.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';
import type { RunKey } from '../reviews/states.ts';

export function holdRunLease(ports: Pick<Ports, 'store' | 'clock' | 'log'>, key: RunKey, holder: string): Heartbeat {
  return startHeartbeat({
    what: 'run',
    fields: key,
    log: ports.log,
    write: async () => (await changeRun(ports, key, { type: 'heartbeat', holder }))?.accepted === true,
  });
}
