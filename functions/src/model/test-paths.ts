/**
 * Which files are tests, by the conventions of test runners: a folder of tests above them, or a name that runners look
 * for.
 *
 *     tests/test_app.py   src/app.test.ts   pkg/store_test.go   src/test/java/AppTest.java   App.Tests/Basics.cs
 */
const FOLDER = String.raw`(?:(?:[^/]*[._-])?[Tt]ests?|[a-z]+Tests?|[Ss]pecs?|__tests__|testing|testdata|e2e)/`;
const NAME = String.raw`(?:test_[^/]*|conftest\.[^/]*|[^/]*(?:[._-](?:test|spec|tests|cy)|[a-z0-9](?:Tests?|TestCase|Spec|Specs))\.[^./]+)`;

/** A regular expression for a whole path, which JavaScript and Java read alike. */
export const TEST_PATH = `(?:.*/)?(?:${FOLDER}.*|${NAME})`;

const whole = new RegExp(`^(?:${TEST_PATH})$`, 's');

export function isTestPath(path: string): boolean {
  return whole.test(path);
}
