package ledger

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Read posts each line of a journal: "account amount; account amount".
func Read(journal io.Reader, book *Book) error {
	lines := bufio.NewScanner(journal)
	for number := 1; lines.Scan(); number++ {
		entries, err := parseLine(lines.Text())
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if err := book.Post(entries...); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return nil
}

func parseLine(line string) ([]Entry, error) {
	var entries []Entry
	for _, part := range strings.Split(line, ";") {
		var entry Entry
		if _, err := fmt.Sscanf(strings.TrimSpace(part), "%s %f", &entry.Account, &entry.Amount); err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}
