/**
 * The settings as an operator reads them, printed from `src/settings.ts`: the table of docs/settings.md and
 * `.env.example`.
 *
 *   | `REVIEW_MODE` | `normal` | `normal` or `deep`, when a command does not say |
 *
 *   # Reviews
 *   REVIEW_MODE=normal
 */
import { z } from 'zod';
import { SETTING_GROUPS } from '../../../src/settings.ts';

const specSchema = z.object({
  name: z.string(),
  type: z.string(),
  default: z.union([z.string(), z.number()]).optional(),
  description: z.string(),
});
type Spec = z.infer<typeof specSchema>;

/** What the deploying tool is told of a setting; the SDK has it, its published types do not. */
function specOf(param: object): Spec {
  const toSpec = 'toSpec' in param && typeof param.toSpec === 'function' ? param.toSpec : undefined;
  return specSchema.parse(toSpec && Reflect.apply(toSpec, param, []));
}

/** Group → its settings, in the order that they are printed in. */
export function settingsByGroup(): Map<string, Spec[]> {
  const groups = Object.entries(SETTING_GROUPS);
  return new Map(groups.map(([title, params]) => [title, params.map(specOf)]));
}

/** A Markdown table of all groups. A default says `secret` for a secret, and nothing where the setting is empty. */
export function settingsTable(): string {
  const rows = [...settingsByGroup()].flatMap(([title, settings]) => [
    `| **${title}** | | |`,
    ...settings.map((setting) => `| \`${setting.name}\` | ${defaultCell(setting)} | ${setting.description} |`),
  ]);
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function defaultCell({ type, default: standard }: Spec): string {
  if (type === 'secret') return 'secret';
  return standard === undefined || standard === '' ? '' : `\`${standard}\``;
}

const ENV_HEADER = `# Every setting with its default; docs/settings.md says what each means. Copy to .env.<project id>, which a deployment
# reads. All lines are needed: \`firebase deploy\` asks for a setting that is not there, and where nobody can answer
# (--non-interactive) it ends. Secrets do not belong here: firebase functions:secrets:set NAME.
# Printed by \`npm run settings\` from src/settings.ts.
`;

/** The whole text of `.env.example`. */
export function envExample(): string {
  const parts = [...settingsByGroup()]
    .filter(([, settings]) => settings.some(({ type }) => type !== 'secret'))
    .map(([title, settings]) => {
      const lines = settings.map(({ name, default: standard }) => `${name}=${standard ?? ''}`);
      return [`# ${title}`, ...lines].join('\n');
    });
  return `${[ENV_HEADER, ...parts].join('\n\n').replace('\n\n\n', '\n\n')}\n`;
}

const TABLE = /(<!-- settings: printed by `npm run settings` -->\n)[^]*?(<!-- end of settings -->)/;

/** `text`, a Markdown file, with the table between its two marks made anew. Throws when there are no marks. */
export function withSettingsTable(text: string): string {
  if (!TABLE.test(text)) throw new Error('docs/settings.md has lost the marks around its table: put them back.');
  return text.replace(TABLE, (_, open: string, close: string) => `${open}${settingsTable()}\n${close}`);
}
