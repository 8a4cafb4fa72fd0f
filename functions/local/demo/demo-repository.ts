/**
 * The repository of the demo: a small shop in three languages, and a branch whose changes look harmless. What is wrong on
 * the branch, for whoever wants to compare: a query put together from a name (orders.py), a loop one step too far and a
 * caller that was not changed with its function (cart.ts, checkout.ts), a swallowed error (orders.py), and what linters see:
 * an unused import, a debugger statement, an else behind a return.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { missingGit } from '../stack/missing-git.ts';

export const DEMO_BRANCH = 'currencies';
export const DEMO_TITLE = 'Totals in other currencies, and orders by customer';
export const DEMO_BODY = 'Totals take a currency. Orders can be listed by the name of the customer.';

const BASE: Record<string, string> = {
  'README.md': '# A shop\n\nFor the demo of the review.\n',
  'src/cart.ts': `export interface Item {
  name: string;
  price: number;
  quantity: number;
}

/** Sum of all items, in cents. */
export function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}

export function isEmpty(items: Item[]): boolean {
  return items.length === 0;
}
`,
  'src/checkout.ts': `import { isEmpty, total, type Item } from './cart.ts';

export function checkout(items: Item[]): string {
  if (isEmpty(items)) return 'nothing to pay';
  return \`to pay: \${total(items)}\`;
}
`,
  'orders.py': `"""Orders, by id."""


class Orders:
    def __init__(self, database):
        self.database = database

    def find(self, order_id):
        return self.database.execute("SELECT * FROM orders WHERE id = ?", [order_id])

    def status(self, order_id):
        return self.find(order_id)["status"]
`,
  'price/price.go': `// Package price rounds prices.
package price

// Round gives whole cents.
func Round(cents float64) int {
	return int(cents + 0.5)
}
`,
};

const CHANGED: Record<string, string> = {
  'src/cart.ts': `export interface Item {
  name: string;
  price: number;
  quantity: number;
}

/** Sum of all items, in cents of the currency. */
export function total(items: Item[], rate: number): number {
  let sum = 0;
  for (let i = 0; i <= items.length; i++) {
    sum += items[i].price * items[i].quantity;
  }
  debugger;
  return sum * rate;
}

export function isEmpty(items: Item[]): boolean {
  return items.length === 0;
}
`,
  'orders.py': `"""Orders, by id and by customer."""
import os


class Orders:
    def __init__(self, database):
        self.database = database

    def find(self, order_id):
        return self.database.execute("SELECT * FROM orders WHERE id = ?", [order_id])

    def of_customer(self, name):
        try:
            return self.database.execute(f"SELECT * FROM orders WHERE customer = '{name}'")
        except:
            return []

    def status(self, order_id):
        return self.find(order_id)["status"]
`,
  'price/price.go': `// Package price rounds prices.
package price

// Round gives whole cents.
func Round(cents float64) int {
	if cents < 0 {
		return int(cents - 0.5)
	} else {
		return int(cents + 0.5)
	}
}
`,
};

/** Makes the repository in an empty folder, with `main` and the branch. */
export function makeDemoRepository(folder: string): void {
  const git = (...args: string[]): void => {
    const identity = [
      '-c',
      'user.name=Demo',
      '-c',
      'user.email=demo@example.com',
      '-c',
      'commit.gpgsign=false',
      '-c',
      'core.hooksPath=',
    ];
    try {
      execFileSync('git', [...identity, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      throw missingGit(error) ?? error;
    }
  };
  const commit = (files: Record<string, string>, message: string): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  git('init', '--quiet', '--initial-branch=main');
  commit(BASE, 'A shop');
  git('switch', '--quiet', '--create', DEMO_BRANCH);
  commit(CHANGED, DEMO_TITLE);
  git('switch', '--quiet', 'main');
}
