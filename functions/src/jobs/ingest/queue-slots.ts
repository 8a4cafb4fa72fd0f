/** Tasks that run at once, of the queues whose tasks work in one repository each. */
export const QUEUE_SLOTS = { ingestRepository: 5, updateGraph: 10 } as const;
