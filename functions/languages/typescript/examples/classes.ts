import { Injectable, Input } from './decorators';
import type { Voice } from './voice';

/** An animal. */
@Injectable()
export abstract class Animal<T extends Base = Base> extends Being<T> implements Named, ns.Kept {
  @Input() public readonly name: string = 'x';
  protected voice?: Voice | null;
  private static cache = new Map<string, Animal>();
  declare tags: readonly string[];
  onEvent = (event: Event): void => this.speak(event);
  #secret = 1;

  constructor(
    private readonly store: Store<T>,
    public size?: number,
    plain = 3,
  ) {
    super(store);
    this.voice = store.voice();
  }

  abstract speak(event?: Event): void;

  find(key: string): T;
  find(key: number): T;
  find(key: string | number): T {
    return this.store.get(key) as T;
  }

  @Log('x')
  @bound
  static async load<U>(this: typeof Animal, { id, to: [one] }: Options, ...rest: string[]): Promise<U[]> {
    return (await fetchAll<U>(id))!.items;
  }

  get label(): string {
    return this.name!.trim();
  }

  isDog(): this is Dog {
    return this instanceof Dog;
  }
}

export class Dog extends Animal<Bone> {
  override speak() {
    super.speak();
    this.voice?.play();
  }
}

const Local = class<T> implements Named {
  name = 'local';
};
