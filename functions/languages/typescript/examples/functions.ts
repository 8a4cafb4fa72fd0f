export function over(a: string): string;
export function over(a: number): number;
export function over(a: unknown): unknown {
  return a;
}

declare function ambient(x: string): void;
export declare const version: string;

const typed: Handler = (event) => event.stop();
const cast = ((x: number) => x) as Fn;
const checked = async <T,>(x: T): Promise<T> => x;
let value = <Dog>make();
export let items: Map<string, Dog[]> = new Map<string, Dog[]>();
const { a, b: c }: Pair = pair();

function guard(x: unknown): asserts x is Dog {
  if (!(x instanceof Dog)) throw new TypeError();
}

function control(input: Dog | undefined, ...more: Dog[]): Dog | undefined {
  try {
    return input?.friend?.(more[0]!)?.best ?? (input as Dog).self();
  } catch (error: unknown) {
    for (const dog of more) dog.bark();
  }
  const first: Dog = more[0];
  return first;
}

export default (x: number) => x;
