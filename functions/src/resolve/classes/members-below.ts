/**
 * Members that only subclasses declare, in languages without declared types: they are taken when they are few.
 *
 *     class Shape: def show(self): self.draw()      class Circle(Shape): def draw(self): …
 *
 * What a test derives from a class says nothing of the class. `super` in a mixin is what stands behind it where it is mixed
 * in:
 *
 *     trait Logs { function save() { parent::save(); } }    class Post extends Model { use Logs; }    parent::save is Model's
 */
import { isInTest } from '../program/class-parts.ts';
import type { Member } from './contract.ts';
import type { Classes } from './contract.ts';
import type { Program } from '../program/program.ts';

const MAX_DOWN = 3;
const MAX_DESCENDANTS = 200;

/** Nearest declarations of a member below a class; none when they are too many to say anything. */
export function declaredBelow(program: Program, classes: Classes, cls: number, name: string): Member[] {
  const found: Member[] = [];
  const seen = new Set([cls]);
  const queue = [cls];
  for (let at = queue.shift(); at !== undefined && seen.size < MAX_DESCENDANTS; at = queue.shift()) {
    for (const sub of classes.subclasses(at)) {
      if (seen.has(sub) || (isInTest(program, sub) && !isInTest(program, cls))) continue;
      seen.add(sub);
      const member = classes.own(sub, name);
      if (member !== undefined) found.push(member);
      else queue.push(sub);
    }
  }
  return found.length <= MAX_DOWN ? found : [];
}

/** What stands behind a mixin in the orders of the classes that mix it in; none when that differs too much. */
export function declaredBehind(classes: Classes, mixin: number, name: string): Member[] {
  const found = new Map<number, Member>();
  for (const user of classes.subclasses(mixin)) {
    const how = classes.supertypes(user).find(({ def }) => def === mixin)?.how;
    const member = how === 'mixes_in' || how === 'prepends' ? classes.find(user, name, mixin) : undefined;
    if (member !== undefined) found.set(member.cls, member);
  }
  return found.size <= MAX_DOWN ? [...found.values()] : [];
}
