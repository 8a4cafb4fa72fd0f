/**
 * Where generated text comes from: the map that a transpiler leaves in a comment or beside the file (ECMA-426).
 *
 *     //# sourceMappingURL=data:application/json;base64,…      //# sourceMappingURL=index.js.map
 *
 * Lines and columns are counted from 0 here.
 */
'use strict';
const { readFileSync } = require('node:fs');
const { dirname, resolve } = require('node:path');

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUE = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** `mappings` of a map → for each generated line `[column, source, line, column]` in order. */
function decode(mappings) {
  let [source, line, column] = [0, 0, 0];
  return mappings.split(';').map((group) => {
    let generated = 0;
    const segments = [];
    for (const text of group === '' ? [] : group.split(',')) {
      const fields = numbersOf(text);
      generated += fields[0];
      if (fields.length < 4) continue;
      source += fields[1];
      line += fields[2];
      column += fields[3];
      segments.push([generated, source, line, column]);
    }
    return segments;
  });
}

/** Base64 digits of five bits, least significant first, the sixth says that more follow; the lowest bit is the sign. */
function numbersOf(text) {
  const out = [];
  let [value, shift] = [0, 0];
  for (const digit of text) {
    const bits = VALUE.get(digit) ?? 0;
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    out.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return out;
}

function readMap(text, file) {
  const comments = [...text.matchAll(/^\/\/[#@] ?sourceMappingURL=(\S+)\s*$/gm)];
  const url = comments.at(-1)?.[1];
  if (url === undefined) return undefined;
  try {
    const inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
    if (inline === null) return JSON.parse(readFileSync(resolve(dirname(file), decodeURIComponent(url)), 'utf8'));
    const [, base64, data] = inline;
    return JSON.parse(base64 ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

/** A function from a place in the text to a place in a source, or undefined where the text names no map. */
function sourceMapOf(text, file) {
  const map = readMap(text, file);
  if (map === undefined || typeof map.mappings !== 'string' || !Array.isArray(map.sources)) return undefined;
  const lines = decode(map.mappings);
  const root = resolve(dirname(file), map.sourceRoot ?? '');
  const sources = map.sources.map((name) =>
    resolve(
      root,
      String(name ?? '')
        .replace(/^file:\/\//, '')
        .replace(/[?#].*$/, ''),
    ),
  );
  return (line, column) => {
    const segments = lines[line] ?? [];
    let [low, high] = [0, segments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (segments[middle][0] <= column) low = middle + 1;
      else high = middle;
    }
    const found = segments[low - 1];
    return found === undefined ? undefined : { file: sources[found[1]], line: found[2], column: found[3] };
  };
}

module.exports = { sourceMapOf };
