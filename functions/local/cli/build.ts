/**
 * `npm run build`: what a deployment uploads, made from the sources.
 *
 *   types of src/ and the console                         an error fails the build
 *   src/**.ts                          → lib/**.js        TypeScript's own compiler
 *   packages of many files               in lib/**.js     one bundle of each: what a process loads first costs half
 *   hashes of what makes a graph       → lib/code-versions.json
 *   each grammar a language.json names → grammars/*.wasm  34 MB instead of the packages' 533
 *   languages/<lang>/examples            parsed by those grammars; one syntax error fails the build
 *
 * A step whose inputs have not changed since it last succeeded is skipped. Ends with status 1 and the reason otherwise.
 */
import { buildProduct, checkTypes } from '../build/build-product.ts';

try {
  const log = (line: string): void => {
    console.error(line);
  };
  await checkTypes(log);
  await buildProduct(log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
