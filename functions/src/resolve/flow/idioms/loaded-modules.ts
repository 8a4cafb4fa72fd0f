/**
 * Functions that take a function which loads a module, and give a member of it, by frameworks/*.json.
 *
 *     const Page = lazy(() => import('./page'))     Page is the default of ./page (React)
 */
import { fileOfScope } from '../../program/program.ts';
import { usesFramework } from '../../program/uses-framework.ts';
import { frameworksOf } from '../../rules/frameworks.ts';
import type { Idiom } from '../contract.ts';

export const loadedModules: Idiom = {
  isIn: ({ language }) => frameworksOf(language).some((one) => one.loaders.length > 0),

  resultOfExternal(flow, _, { callee, args = [], scope }, to) {
    const name = callee?.is === 'member' || callee?.is === 'name' ? callee.name : undefined;
    if (name === undefined) return false;
    const file = fileOfScope(flow.program, scope);
    for (const framework of frameworksOf(file.facts.language)) {
      const loader = framework.loaders.find(({ functions }) => functions.includes(name));
      const given = loader === undefined ? undefined : args[loader.argument]?.value;
      if (loader === undefined || given === undefined || !usesFramework(file, framework)) continue;
      const loaded = flow.constraints.node();
      flow.constraints.watch(flow.expression(scope, given), (id) => flow.result(id, { args: [], scope }, loaded));
      flow.constraints.watch(loaded, (id) => flow.constraints.flow(flow.member(id, loader.member), to));
      return true;
    }
    return false;
  },
};
