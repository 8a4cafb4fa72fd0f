/** A deployment that reviews by itself whatever it may. */
import type { AutomaticSettings } from '../../src/ports.ts';

export const AUTOMATIC: AutomaticSettings = {
  ...{ paused: false, reviews: 'pushed', waitSeconds: 60, tokensPercent: 50 },
  ...{ associations: ['OWNER', 'MEMBER', 'COLLABORATOR'], ignoreLabel: 'reviewgraph:ignore' },
};
