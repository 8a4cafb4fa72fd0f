/** Which part of a function an assignment reaches, by its statements alone. All numbers are UTF-16 offsets. */
export interface Reach {
  /** Behind its value: what stands in that reads what the name held before. */
  from: number;
  /** [start, end) of the innermost branch around, which may not run: of a condition, a loop, a case, a handler. */
  branch?: [number, number];
  /** Behind that branch it is not seen before here: in other branches of the statement, or where its own leaves the function. */
  past?: number;
  /** [start, end) of the loops around, the innermost first: what stands above it in them may read it the next time. */
  loops?: [number, number][];
}
