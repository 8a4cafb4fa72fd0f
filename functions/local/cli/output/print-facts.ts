/**
 * Facts as text that a person can check against the source beside it: the format of `examples/<name>.facts`.
 *
 *     file python 6 lines
 *     class Dog < Animal  1-4
 *       method bark(<self>, loud: bool = :bool) -> str  2-4 complexity 2
 *     call 4 Dog.bark  self.voice.play(:int)
 *     bind 3 Dog.bark  voice : Voice = new Voice()
 *     import 1  from a.b import c as d
 *
 * Values: `:int` literal, `λ3` the anonymous function on line 3, `new T(…)`, `{k: v}`, `(a | b)` either, `x as T` cast,
 * `<self>`, `<super>`, `<T>` a type as a value, `?` unknown.
 */
import type { Argument, Definition, FileFacts, Parameter, TypeRef, Value } from '../../../src/model/facts.ts';

function printType(type: TypeRef): string {
  const args = type.args ?? [];
  if (type.name === '|' || type.name === '&') return args.map(printType).join(` ${type.name} `);
  if (type.name === '()') return `(${args.map(printType).join(', ')})`;
  if (type.name === '[]') return `[${args.map(printType).join(', ')}]`;
  if (type.name === '->') {
    return `(${args.slice(0, -1).map(printType).join(', ')}) -> ${args.slice(-1).map(printType).join('')}`;
  }
  return args.length === 0 ? type.name : `${type.name}[${args.map(printType).join(', ')}]`;
}

/** Nothing for what is not there. */
function given<T>(value: T | undefined, text: (value: T) => string): string[] {
  return value === undefined ? [] : [text(value)];
}

function tagged(tags: string[]): string {
  return tags.length === 0 ? '' : `  ${tags.join(' ')}`;
}

class FactsPrinter {
  readonly facts: FileFacts;
  readonly lines: string[] = [];

  constructor(facts: FileFacts) {
    this.facts = facts;
  }

  print(): string {
    const { facts } = this;
    const module = facts.module === undefined ? '' : ` module ${facts.module}`;
    this.lines.push(`file ${facts.language} ${facts.lines} lines${module}${quoted(facts.doc)}`);
    this.definitions(-1, 0);
    for (const fact of facts.conformances ?? []) {
      this.lines.push(`conforms ${fact.line}  ${printType(fact.type)} ${fact.base.how} ${printType(fact.base.type)}`);
    }
    for (const call of facts.calls) this.lines.push(this.call(call));
    for (const binding of facts.bindings) this.lines.push(this.binding(binding));
    for (const fact of facts.imports) this.lines.push(this.imported(fact));
    for (const fact of facts.exports) this.lines.push(`export ${fact.line}  ${fact.name} = ${this.value(fact.value)}`);
    if (facts.partial) this.lines.push('partial');
    for (const problem of facts.problems) this.lines.push(`problem ${problem.line ?? '-'}  ${problem.message}`);
    return `${this.lines.join('\n')}\n`;
  }

  private call(call: FileFacts['calls'][number]): string {
    const tags = [
      ...(call.constructs ? ['constructs'] : []),
      ...given(call.variant, (variant) => variant),
      ...given(call.decorates, (index) => `decorates ${this.nameOf(index)}`),
    ];
    const value: Value = { is: 'call', callee: call.callee, ...(call.args === undefined ? {} : { args: call.args }) };
    return `call ${call.line}${this.inScope(call.scope)}  ${this.value(value)}${tagged(tags)}`;
  }

  private binding(binding: FileFacts['bindings'][number]): string {
    const type = binding.type === undefined ? '' : ` : ${printType(binding.type)}`;
    const through = binding.through === undefined ? '' : ` ${binding.through} of`;
    const key = binding.key === undefined ? '' : ` part ${JSON.stringify(binding.key)} of`;
    const value = binding.value === undefined ? '' : ` =${key}${through} ${this.value(binding.value)}`;
    const bare = binding.value === undefined ? through.replace(' of', '') : '';
    return `bind ${binding.line}${this.inScope(binding.scope)}  ${this.value(binding.target)}${type}${value}${bare}`;
  }

  private imported(fact: FileFacts['imports'][number]): string {
    const dots = '.'.repeat(fact.level ?? 0);
    const name = fact.name === undefined ? '' : ` import ${fact.name}`;
    const alias = fact.alias === undefined ? '' : ` as ${fact.alias}`;
    const tags = [
      ...(fact.typeOnly ? ['type-only'] : []),
      ...(fact.reexport ? ['reexport'] : []),
      ...(fact.static ? ['static'] : []),
      ...given(fact.form, (form) => `form ${form}`),
    ];
    return `import ${fact.line}${this.inScope(fact.scope)}  from ${dots}${fact.source}${name}${alias}${tagged(tags)}`;
  }

  private nameOf(index: number): string {
    const definition = this.facts.definitions[index];
    if (definition === undefined) return '?';
    const own = definition.anonymous ? `λ${definition.line}` : definition.name;
    return definition.parent < 0 ? own : `${this.nameOf(definition.parent)}.${own}`;
  }

  private inScope(scope: number): string {
    return scope < 0 ? '' : ` ${this.nameOf(scope)}`;
  }

  private definitions(parent: number, depth: number): void {
    const children = this.facts.definitions
      .map((definition, index) => ({ definition, index }))
      .filter(({ definition }) => definition.parent === parent)
      .sort((a, b) => a.definition.line - b.definition.line || a.index - b.index);
    for (const { definition, index } of children) {
      this.lines.push('  '.repeat(depth) + this.definition(definition));
      this.definitions(index, depth + 1);
    }
  }

  private definition(definition: Definition): string {
    const { owner, typeParameters, parameters, returns, bases, type, value, implementing } = definition;
    const kind = definition.variant === undefined ? definition.kind : `${definition.kind}/${definition.variant}`;
    const generics = (typeParameters ?? []).map(
      ({ name, bounds }) => name + (bounds === undefined ? '' : `: ${bounds.map(printType).join(' & ')}`),
    );
    const callable = definition.complexity !== undefined || parameters !== undefined;
    const name =
      (owner === undefined ? '' : `${printType(owner)}::`) +
      definition.name +
      (generics.length === 0 ? '' : `<${generics.join(', ')}>`) +
      (callable ? `(${(parameters ?? []).map((parameter) => this.parameter(parameter)).join(', ')})` : '');
    const words = [
      kind,
      name,
      ...given(returns, (result) => `-> ${printType(result)}`),
      ...given(type, (written) => `: ${printType(written)}`),
      ...given(value, (initial) => `= ${this.value(initial)}`),
      ...given(bases, (all) => all.map((base) => `${base.how} ${printType(base.type)}`).join(', ')),
      ...given(implementing, (trait) => `implementing ${printType(trait)}`),
      '',
      definition.line === definition.endLine ? `${definition.line}` : `${definition.line}-${definition.endLine}`,
      ...given(definition.complexity, (score) => `complexity ${score}`),
      ...given(definition.modifiers, (modifiers) => `[${modifiers.join(' ')}]`),
      ...given(definition.visibility, (visibility) => `seen in ${visibility}`),
      ...(definition.decorators ?? []),
      ...(definition.extension ? ['extension'] : []),
      ...given(definition.declaration, (declaration) => declaration),
      ...given(definition.returned, (values) => `returns ${this.values(values)}`),
      ...given(definition.yielded, (values) => `yields ${this.values(values)}`),
    ];
    return words.join(' ') + quoted(definition.doc);
  }

  private parameter(parameter: Parameter): string {
    const stars = parameter.variadic === undefined ? '' : parameter.variadic === 'rest' ? '*' : '**';
    const type = parameter.type === undefined ? '' : `: ${printType(parameter.type)}`;
    const value = parameter.default === undefined ? '' : ` = ${this.value(parameter.default)}`;
    const field = parameter.field ? 'field ' : '';
    return field + (parameter.self ? `<${parameter.name}>` : stars + parameter.name) + type + value;
  }

  private values(values: Value[]): string {
    return values.map((value) => this.value(value)).join(', ');
  }

  private args(args: Argument[] | undefined): string {
    return (args ?? [])
      .map(
        ({ value, name, spread }) => (spread ? '...' : '') + (name === undefined ? '' : `${name}=`) + this.value(value),
      )
      .join(', ');
  }

  // eslint-disable-next-line complexity -- a plain dispatch over the forms of values
  private value(value: Value): string {
    switch (value.is) {
      case 'name':
        return value.name;
      case 'member':
        return `${this.value(value.of)}.${value.name}`;
      case 'call':
        return `${this.value(value.callee)}(${this.args(value.args)})`;
      case 'new':
        return `new ${printType(value.type)}(${this.args(value.args)})`;
      case 'index':
        return `${this.value(value.of)}[${value.key ?? value.by ?? ''}]`;
      case 'slice':
        return `${this.value(value.of)}[${value.from ?? '?'}:]`;
      case 'self':
      case 'super':
        return `<${value.is}>`;
      case 'literal':
        return `:${value.type}`;
      case 'function':
        return this.nameOf(value.definition);
      case 'collection': {
        const items = value.items.map((item, index) => {
          const key = value.keys?.[index];
          const text = `${value.spread?.includes(index) === true ? '*' : ''}${this.value(item)}${value.repeats === true ? ' …' : ''}`;
          return typeof key === 'string' ? `${key}: ${text}` : text;
        });
        return `${value.of}{${items.join(', ')}}`;
      }
      case 'either':
        return `(${value.options.map((option) => this.value(option)).join(' | ')})`;
      case 'cast':
        return `(${value.of === undefined ? '' : this.value(value.of)} as ${printType(value.type)})`;
      case 'type':
        return `<${printType(value.type)}>`;
      case 'implicit':
        return '<expected>';
      case 'unknown':
        return '?';
    }
  }
}

function quoted(doc: string | undefined): string {
  return doc === undefined ? '' : ` ${JSON.stringify(doc)}`;
}

export function printFacts(facts: FileFacts): string {
  return new FactsPrinter(facts).print();
}
