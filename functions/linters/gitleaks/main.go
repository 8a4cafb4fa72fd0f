// Gitleaks as a program that reads texts and says where secrets stand in them: its own detector with its own rules, and
// nothing of what its command line does besides (git, archives, reports, configurations, .gitleaksignore).
//
//	main texts.json      {"decode": 3, "texts": [{"path": "src/a.py", "text": "…"}]}
//	standard output      [{"text": 0, "rule": "aws-access-token", "about": "…", "start": 17, "end": 37, "secret": "…"}]
//
// Offsets are bytes of the text as UTF-8.
package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/rs/zerolog"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/detect"
	"github.com/zricethezav/gitleaks/v8/detect/codec"
	"github.com/zricethezav/gitleaks/v8/logging"
	"github.com/zricethezav/gitleaks/v8/report"

	_ "embed"
)

// The rules of gitleaks.toml as build.sh writes them: JSON is read in a tenth of the time.
//
//go:embed rules.json
var rules []byte

type text struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

type request struct {
	Decode int    `json:"decode"`
	Texts  []text `json:"texts"`
}

type found struct {
	Text   int    `json:"text"`
	Rule   string `json:"rule"`
	About  string `json:"about"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Secret string `json:"secret"`
}

func main() {
	// Its log names what it finds.
	logging.Logger = zerolog.Nop()
	var asked request
	read(os.Args[1], &asked)
	all := []found{}
	if detector := detectorFor(asked); detector != nil {
		for at, each := range asked.Texts {
			all = append(all, secretsIn(detector, at, each)...)
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(all))
}

// A detector with the rules that can find anything in these texts: to compile an expression takes longer than to look
// for the keywords that gitleaks asks for before it uses one. nil when there is none.
func detectorFor(asked request) *detect.Detector {
	var all config.ViperConfig
	check(json.Unmarshal(rules, &all))
	wanted := all.Rules[:0]
	views := viewsOf(asked)
	for _, rule := range all.Rules {
		if len(rule.Keywords) == 0 || holdsAny(views, rule.Keywords) {
			wanted = append(wanted, rule)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	all.Rules = wanted
	translated, err := all.Translate()
	check(err)
	detector := detect.NewDetector(translated)
	detector.MaxDecodeDepth = asked.Decode
	// A value that a comment allows is still one that nobody repeats; who asked decides what is said of it.
	detector.IgnoreGitleaksAllow = true
	return detector
}

// Every text in lower case, as it is and with what it holds decoded.
func viewsOf(asked request) []string {
	views := []string{}
	for _, each := range asked.Texts {
		current, segments := each.Text, []*codec.EncodedSegment{}
		decoder := codec.NewDecoder()
		views = append(views, strings.ToLower(current))
		for depth := 0; depth < asked.Decode; depth++ {
			current, segments = decoder.Decode(current, segments)
			if len(segments) == 0 {
				break
			}
			views = append(views, strings.ToLower(current))
		}
	}
	return views
}

func holdsAny(views []string, words []string) bool {
	for _, word := range words {
		lower := strings.ToLower(word)
		for _, view := range views {
			if strings.Contains(view, lower) {
				return true
			}
		}
	}
	return false
}

func secretsIn(detector *detect.Detector, at int, each text) []found {
	raw := each.Text
	// Gitleaks misses some of what a text ends with, and without a last line feed does not tell where a secret of several
	// lines ends.
	raw += "\n#\n"
	starts := lineStarts(raw)
	secrets := []found{}
	for _, finding := range detector.Detect(detect.Fragment{Raw: raw, FilePath: each.Path}) {
		start, end := placeOf(finding, raw, starts)
		// A rule about the path alone.
		if end <= start {
			continue
		}
		secrets = append(secrets, found{at, finding.RuleID, finding.Description, start, end, finding.Secret})
	}
	return secrets
}

// Columns count from the line feed before the line, which in the first line is not there.
func lineStarts(raw string) []int {
	starts := []int{0}
	for at := 0; at < len(raw); at++ {
		if raw[at] == '\n' {
			starts = append(starts, at)
		}
	}
	return starts
}

// From where to where the secret stands; of an encoded one the part of the text that encodes it.
func placeOf(finding report.Finding, raw string, starts []int) (int, int) {
	if finding.StartLine >= len(starts) || finding.EndLine >= len(starts) || finding.StartColumn < 1 {
		return 0, 0
	}
	start := min(starts[finding.StartLine]+finding.StartColumn-1, len(raw))
	// A match may begin with the end of the line before, which it is told without.
	for start < len(raw) && raw[start] == '\n' {
		start++
	}
	if strings.HasPrefix(raw[start:], finding.Match) {
		if within := strings.Index(finding.Match, finding.Secret); within >= 0 {
			return start + within, start + within + len(finding.Secret)
		}
	}
	return start, min(starts[finding.EndLine]+finding.EndColumn, len(raw))
}

func read(path string, into any) {
	bytes, err := os.ReadFile(path)
	check(err)
	check(json.Unmarshal(bytes, into))
}

func check(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}
