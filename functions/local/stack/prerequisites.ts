/**
 * Is everything there that cannot be downloaded? Run by the launcher before anything else, so that a missing Java or
 * Maven costs one sentence and no waiting. Uses no package: none may be installed yet.
 */
import { findJava } from './java.ts';
import { findMaven, hasClassPath } from './neo4j-classpath.ts';
import { toolchainFolder } from './toolchain.ts';

try {
  findJava();
  const external = process.env['NEO4J_URI'];
  if ((external === undefined || external === '') && !hasClassPath(toolchainFolder())) findMaven();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
