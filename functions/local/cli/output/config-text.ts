/**
 * What `npm run config` prints: a line for each problem, as compilers do, and what holds.
 *
 *     .reviewgraph.yml:3  mode: Expected normal, deep or facts
 *     1 problem; the rest holds: paths
 */
import type { ParsedConfig } from '../../../src/review/config/parse-config.ts';

export function configText(file: string, { config, problems, more }: ParsedConfig): string {
  const keys = Object.keys(config);
  const holds = keys.length === 0 ? 'nothing is set' : keys.join(', ');
  const count = problems.length + more;
  if (count === 0) return `${file}: nothing is wrong; set: ${holds}\n`;
  const lines = problems.map(({ line, message }) => `${file}${line === null ? '' : `:${line}`}  ${message}`);
  if (more > 0) lines.push(`… and ${more} more`);
  return `${lines.join('\n')}\n${count} ${count === 1 ? 'problem' : 'problems'}; the rest holds: ${holds}\n`;
}
