#!/usr/bin/env bash
# Builds tree-sitter-swift.wasm, which lies beside this script. Run it only when tree-sitter-swift changes its version.
#
# The published grammar's scanner corrupts the WebAssembly heap: it allocates zero bytes for its state and then writes
# four, keeps stale state when asked to restore an empty one, and shifts a 32-bit 1 by more than 31 bits on wasm32. After
# any first file, later files parse wrongly. The four substitutions below put that right; native builds hide the fault.
#
# Needs: npm install in functions/, and zig 0.13 (`pip install ziglang==0.13.0`; ZIG="python -m ziglang"). About 5 minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package="$here/../../../node_modules/tree-sitter-swift"
zig=${ZIG:-zig}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -r "$package/src" "$work/src"
sed -i \
  -e 's/calloc(0, sizeof(struct ScannerState))/calloc(1, sizeof(struct ScannerState))/' \
  -e 's/    if (length < 4) {/    if (length < 4) {\n        ((struct ScannerState *)payload)->ongoing_raw_str_hash_count = 0;/' \
  -e 's/    1UL << FAKE_TRY_BANG/    1ULL << FAKE_TRY_BANG/' \
  -e 's/suppressing_symbols & 1 << suppressor/suppressing_symbols \& 1ULL << suppressor/' \
  "$work/src/scanner.c"
changed=$(diff "$package/src/scanner.c" "$work/src/scanner.c" | grep -c '^>' || true)
[ "$changed" = 4 ] || { echo "expected to change 4 lines of scanner.c, changed $changed: read the new version first" >&2; exit 1; }

cd "$work"
for unit in parser scanner; do
  echo "compiling $unit.c" >&2
  $zig cc -target wasm32-wasi -fPIC -Os -fno-sanitize=undefined -Isrc -c "src/$unit.c" -o "$unit.o"
done
$zig wasm-ld -shared --experimental-pic --allow-undefined --no-entry --strip-debug \
  --export=tree_sitter_swift parser.o scanner.o -o "$here/tree-sitter-swift.wasm"
ls -l "$here/tree-sitter-swift.wasm" >&2
