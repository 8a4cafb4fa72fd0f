#!/usr/bin/env bash
# Builds gitleaks.wasm.br, which lies beside this script: the detector and the rules of gitleaks
# (github.com/gitleaks/gitleaks, MIT, see LICENSE), as a WebAssembly program for WASI. Run it only to change its version.
#
# Why gitleaks: 222 rules that others keep, with what is known to be no secret, and expressions that never go back over a
# text. Why a program of our own (main.go) around its detector: its command reads .gitleaks.toml and .gitleaksignore where
# it looks, which here a stranger writes. What reads folders, archives, git and configurations is left out (parts/): it is
# most of the program, and of the time that it takes to start. Why WASI: as for revive.
#
# Needs: Go and Node. About 2 minutes.
set -euo pipefail
version=v8.30.1
library=github.com/zricethezav/gitleaks/v8
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

export GOPATH="${GITLEAKS_GOPATH:-$work/go}" GOFLAGS=-mod=mod
mkdir "$work/rules" "$work/program"
cp "$here/rules.go" "$work/rules/"
cd "$work/rules"
go mod init rules
go get "$library@$version"
go mod tidy
go run rules.go > "$work/program/rules.json"

original="$GOPATH/pkg/mod/$library@$version"
cp -R "$original" "$work/gitleaks"
cp -R "$here/parts" "$work/parts"
chmod -R u+w "$work/gitleaks"
cd "$work/gitleaks"
find . -name '*_test.go' -delete
rm main.go cmd/*.go detect/files.go detect/git.go detect/reader.go report/csv.go report/json.go report/junit.go report/sarif.go \
  report/template.go sources/common.go sources/file.go sources/files.go sources/git.go
cp "$work/parts/sources/sources.go" sources/git.go
for part in lipgloss viper; do (cd "$work/parts/$part" && go mod init "example.com/$part"); done

cp "$here/main.go" "$work/program/"
# By these the service knows which lines need not be looked at (src/adapters/lint/secret-candidates.ts).
cp "$work/program/rules.json" "$here/rules.json"
cd "$work/program"
go mod init gitleaks-texts
go mod edit -require github.com/rs/zerolog@v1.33.0 -replace "$library=../gitleaks" -replace github.com/charmbracelet/lipgloss=../parts/lipgloss \
  -replace github.com/spf13/viper=../parts/viper
go mod tidy
GOOS=wasip1 GOARCH=wasm go build -trimpath -ldflags='-s -w' -o gitleaks.wasm main.go

install -m 644 "$original/LICENSE" "$here/LICENSE"
# What it is linked with comes with licences that ask to be passed on.
GOOS=wasip1 GOARCH=wasm go list -deps -f '{{with .Module}}{{.Path}} {{.Version}} {{.Dir}}{{end}}' main.go | sort -u |
  while read -r path number folder; do
    case "$folder" in "$GOPATH"/*) ;; *) continue ;; esac
    printf '== %s %s\n\n' "$path" "$number"
    find "$folder" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'copying*' -o -iname 'notice*' \) -exec cat {} +
    printf '\n'
  done > "$here/LICENSES-OF-PARTS.txt"
node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const { brotliCompressSync, constants } = require("node:zlib");
  const [program, target] = process.argv.slice(1);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(target, brotliCompressSync(readFileSync(program), { params }));
' gitleaks.wasm "$here/gitleaks.wasm.br"
ls -l "$here/gitleaks.wasm.br" >&2
