/** A thread of openSources: text in, packed facts and nodes out. */
import { serveExtraction } from '../../extract/pool/serve-extraction.ts';
import { extractedFile, type ExtractedFile, type SourceRequest } from './extracted-file.ts';

await serveExtraction<SourceRequest, ExtractedFile>((facts, { repoId }) => {
  const answer = extractedFile(facts, repoId);
  return { answer, moved: [answer.facts.buffer as ArrayBuffer] };
});
