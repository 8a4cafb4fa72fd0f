export interface Named<T = string> extends Base<T>, ns.Other {
  name: T;
  optional?: number[];
  method(a: T): Promise<void>;
  (call: string): T;
  new (make: string): Named;
  readonly [key: string]: unknown;
}

export type Alias<T> = Array<T> | { kind: 'a' } | null;
type Shape = {
  area(): number;
  side: [width: number, height?: string];
};
type Handler = (event: Event, ...rest: string[]) => void;
type Mapped = { [K in keyof Shape]: Shape[K] };
type Member = Shape['kind'];
type Element = Config['plugins'][number];
type Settings = typeof defaults.settings;
type Unknown<K extends keyof Shape> = Shape[K];
type Conditional<T> = T extends (infer U)[] ? U : never;

export const enum Color {
  Red,
  Green = 'g',
  Blue = compute(),
}

declare enum Ambient {
  One = 1,
}

export namespace Outer.Inner {
  export const limit = 3;
  export function make(): Named {
    return build() satisfies Named;
  }
}

declare module 'foreign' {
  export function foreign(x: string): void;
}

declare global {
  interface Window {
    app: App;
  }
}
