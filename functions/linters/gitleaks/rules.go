//go:build ignore

// Writes gitleaks.toml, as it is embedded in the library, as the JSON that main.go embeds: go run rules.go > rules.json
package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/spf13/viper"
	"github.com/zricethezav/gitleaks/v8/config"
)

func main() {
	viper.SetConfigType("toml")
	if err := viper.ReadConfig(strings.NewReader(config.DefaultConfig)); err != nil {
		panic(err)
	}
	var rules config.ViperConfig
	if err := viper.Unmarshal(&rules); err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(rules); err != nil {
		panic(err)
	}
}
