import fs = require('fs');
import type Default from './default';
import { type Only, value as renamed } from './mixed';
import Short = Outer.Inner;

export type { Only } from './only';
export { renamed as default };
export = fs;

const load = async () => (await import('./lazy')).start();
