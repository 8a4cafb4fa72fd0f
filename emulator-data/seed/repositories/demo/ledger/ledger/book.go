// Package ledger keeps accounts in balance.
package ledger

import (
	"errors"
	"sort"
)

// ErrUnbalanced is returned for a transaction whose amounts do not add up to zero.
var ErrUnbalanced = errors.New("transaction does not balance")

// Entry is one line of a transaction.
type Entry struct {
	Account string
	Amount  float64
}

// Book holds all accounts.
type Book struct {
	balances map[string]float64
}

// NewBook makes an empty book.
func NewBook() *Book {
	return &Book{balances: map[string]float64{}}
}

// Post adds a transaction, all of it or nothing.
func (b *Book) Post(entries ...Entry) error {
	sum := 0.0
	for _, entry := range entries {
		sum += entry.Amount
	}
	if sum != 0 {
		return ErrUnbalanced
	}
	for _, entry := range entries {
		b.balances[entry.Account] += entry.Amount
	}
	return nil
}

// Balance is what an account holds.
func (b *Book) Balance(account string) float64 {
	return b.balances[account]
}

// Accounts are all that were ever posted to, in order.
func (b *Book) Accounts() []string {
	names := make([]string, 0, len(b.balances))
	for name := range b.balances {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
