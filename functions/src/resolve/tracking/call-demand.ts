/**
 * The files whose calls and assignments take part in the flow. Where all edges are asked for, all of them do. Where those
 * of some files are, others are looked at for what they declare; their calls count only where an answer asks what is given
 * to a parameter, a lambda or a container of theirs, or what they give to one elsewhere.
 *
 *     a.py: from b import f; f(1)      asked for: the edges of a.py
 *     b.py: def f(x): x.go()           its calls do not take part, since nothing asks what f's x is
 */
export class CallDemand {
  private readonly known: Set<number>;
  private next: number[];
  private readonly also: () => Iterable<number>;

  /** Indexes of files. `also`: those that have come to take part for a reason outside of the flow. */
  constructor(first: Iterable<number>, also: () => Iterable<number> = () => []) {
    this.next = [...first];
    this.known = new Set(this.next);
    this.also = also;
  }

  /** An answer depends on calls of a file. */
  need(file: number): void {
    if (this.known.has(file)) return;
    this.known.add(file);
    this.next.push(file);
  }

  has(file: number): boolean {
    return this.known.has(file);
  }

  /** Files that take part since this was last asked. */
  take(): number[] {
    for (const file of this.also()) this.need(file);
    const taken = this.next;
    this.next = [];
    return taken;
  }
}
