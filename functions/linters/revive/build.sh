#!/usr/bin/env bash
# Builds revive.wasm.br, which lies beside this script: revive (github.com/mgechev/revive, MIT, see LICENSE), a Go linter,
# as a WebAssembly program for WASI. Run it only to change its version.
#
# Why revive: it reads files alone. staticcheck, go vet and golangci-lint need the go command to load packages, which no
# function has; staticcheck built for WASI does not start. Why WASI: the program sees one folder and can start nothing,
# and the same 3.5 MB run on every machine. A file takes 1 s with the start, 100 files 2 s.
#
# Needs: Go and Node. About 2 minutes.
set -euo pipefail
version=v1.17.0
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

GOOS=wasip1 GOARCH=wasm GOPATH="$work" GOBIN= go install -trimpath -ldflags='-s -w' "github.com/mgechev/revive@$version"
cp "$work/pkg/mod/github.com/mgechev/revive@$version/LICENSE" "$here/LICENSE"
node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const { brotliCompressSync, constants } = require("node:zlib");
  const [program, target] = process.argv.slice(1);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(target, brotliCompressSync(readFileSync(program), { params }));
' "$work/bin/wasip1_wasm/revive" "$here/revive.wasm.br"
ls -l "$here/revive.wasm.br" >&2
