/**
 * Patterns that name the variant whose field they take (Rust).
 *
 *     Shape::Circle(r)      r is `Circle.0` of the value: what the first field of the variant Circle has
 *     Circle(r)             of a struct called Circle its own field
 */
import { definitionOf } from '../../program/program.ts';
import { ruleSet } from '../../rules/rule-set.ts';
import { flag } from '../../rules/rule-types.ts';
import type { Idiom } from '../contract.ts';

const keys = ruleSet({
  patternsOfVariants: flag(
    "A pattern's key begins with the variant or type whose field it takes: `Circle.0` of `Shape::Circle(r)`.",
  ),
});

export const variantPatterns: Idiom = {
  keys,
  isIn: (rules) => keys.of(rules).patternsOfVariants,

  elementOfInstance(flow, node, id, cls, key) {
    const { program } = flow;
    const [variant = '', field] = key.split('.');
    if (field === undefined) return;
    const fields = (flow.classes.own(cls, variant)?.defs ?? [])
      .flatMap((def) => program.children[def] ?? [])
      .map((child) => definitionOf(program, child));
    const type = fields.find(({ name }) => name === field)?.type;
    if (type !== undefined) flow.typed(node, { type, scope: cls }, { receiver: id });
    else if (fields.length === 0) flow.constraints.flow(flow.member(id, field), node);
  },
};
