package main

import (
	"fmt"
	"os"

	"example.com/ledger/ledger"
)

func main() {
	book := ledger.NewBook()
	file, err := os.Open(os.Args[1])
	if err != nil {
		fmt.Println(err)
	}
	defer file.Close()
	if err := ledger.Read(file, book); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, account := range book.Accounts() {
		fmt.Printf("%-20s %10.2f\n", account, book.Balance(account))
	}
}
