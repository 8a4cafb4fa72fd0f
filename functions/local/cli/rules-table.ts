/**
 * `npm --prefix functions run rules-table`: writes the table of all keys of resolution.json into languages/README.md, from
 * their descriptions in code. A test compares the two.
 */
import { writeRulesTable } from '../build/rules-table.ts';

writeRulesTable();
