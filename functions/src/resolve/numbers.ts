/**
 * A list of 32-bit integers that grows: links between a million notes are objects of their own otherwise.
 */
/** A list of small integers that grows; reading beyond its end gives 0. */
export class Numbers {
  length = 0;
  private data = new Int32Array(1024);

  get(at: number): number {
    return at < this.data.length ? (this.data[at] as number) : 0;
  }

  set(at: number, value: number): void {
    if (at >= this.data.length) this.grow(at);
    this.data[at] = value;
  }

  push(value: number): void {
    this.set(this.length++, value);
  }

  private grow(least: number): void {
    const data = new Int32Array(Math.max(2 * this.data.length, least + 1));
    data.set(this.data);
    this.data = data;
  }
}
