import assert from 'node:assert/strict';
import { readCrates } from '../../../../src/resolve/imports/manifests/cargo-crates.ts';

describe('resolve/imports/manifests/cargo-crates', () => {
  it('names crates as code does, nested ones first, and passes over what it cannot read', () => {
    const crates = readCrates([
      { path: 'Cargo.toml', text: '[package]\nname = "acme"' },
      { path: 'crates/core/Cargo.toml', text: '[package]\nname = "acme-core"\n[lib]\npath = "x.rs"' },
      { path: 'b/Cargo.toml', text: '[package]\nname = "b-package"\n[lib]\nname = "b"' },
      { path: 'c/Cargo.toml', text: '[package' },
      { path: 'd/Cargo.toml', text: '[package]\nname = { workspace = true }' },
      { path: 'd/other.toml', text: '[package]\nname = "other"' },
    ]);
    assert.deepEqual(crates, [
      { name: 'acme_core', dir: 'crates/core' },
      { name: 'b', dir: 'b' },
      { name: 'acme', dir: '' },
    ]);
  });
});
