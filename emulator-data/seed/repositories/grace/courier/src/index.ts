export { Courier } from './courier.ts';
export { MemoryStore } from './store.ts';
export type { Message, Store } from './store.ts';
