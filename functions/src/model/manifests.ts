/**
 * Files that are no source code but say how names map to files: tsconfig.json, package.json, go.mod, Cargo.toml,
 * composer.json, pyproject.toml. They are read whole (they are small) and given to resolution beside the facts.
 */
export interface ManifestFile {
  path: string;
  text: string;
}
