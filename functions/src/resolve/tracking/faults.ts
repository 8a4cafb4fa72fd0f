/**
 * What fails in resolution, by the file whose facts were at hand. A repository may hold code that nobody thought of, and one
 * file of it must not cost the edges of all others: what fails is left out, and is a problem of its file.
 *
 *     Maximum call stack size exceeded, twice in src/lib.rs      1 message, 2 faults
 */

/** A file that fails this often is given up, since what fails may have taken long. */
const MAX_FAULTS = 50;
const MAX_MESSAGES = 3;

export class Faults {
  private readonly files = new Map<number, { count: number; messages: Set<string> }>();

  note(file: number, error: unknown): void {
    let faults = this.files.get(file);
    if (faults === undefined) this.files.set(file, (faults = { count: 0, messages: new Set() }));
    faults.count++;
    const message = error instanceof Error ? error.message : String(error);
    if (faults.messages.size < MAX_MESSAGES) faults.messages.add(message);
  }

  /** Whether a file failed so often that no more of its facts are tried. */
  isGivenUp(file: number): boolean {
    return (this.files.get(file)?.count ?? 0) >= MAX_FAULTS;
  }

  /** What a file's problems say; empty for a file without faults. */
  messagesOf(file: number): string[] {
    return [...(this.files.get(file)?.messages ?? [])].map((message) => `Not resolved in full: ${message}`);
  }
}
