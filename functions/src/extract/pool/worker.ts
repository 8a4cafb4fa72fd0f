/** A thread whose answers are the facts themselves. */
import { serveExtraction } from './serve-extraction.ts';

await serveExtraction((facts) => ({ answer: facts }));
