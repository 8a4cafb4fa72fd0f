/**
 * Members that only subclasses declare, in languages without declared types: they are taken when they are few.
 *
 *     class Shape: def show(self): self.draw()      class Circle(Shape): def draw(self): …
 *
 * What a test derives from a class says nothing of the class.
 */
import { isInTest } from './class-parts.ts';
import type { Member } from './class-members.ts';
import type { Classes } from './classes.ts';
import type { Program } from './program.ts';

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
