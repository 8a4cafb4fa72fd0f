/**
 * What a linter's rule is called by those who have never heard of the rule: a model that finds the same fault finds other
 * words for it. `E722` and "Every error is swallowed here" share no word, and are one thing on one line.
 */
interface Topic {
  /** Names of rules, of all linters. */
  rules: RegExp;
  /** Words of people, in a title or description. */
  words: RegExp;
}

const SECRETS: Topic = {
  rules: /^S10[5-7]$/,
  words:
    /\b(secret|password|credential|token|(api|access|private|secret) key)s?\b[^.]{0,60}\b(code|source|repository|hard-?coded|plain|commit\w*|leak\w*|expos\w*)|\bhard-?coded\b/i,
};

const TOPICS: Topic[] = [
  SECRETS,
  {
    rules: /^(E722|BLE001|S110|S112|SIM105|TRY002|no-empty|no-useless-catch|empty-block|unhandled-error)$/,
    words:
      /(swallow|silenc|suppress|ignor|hid|discard|mask|bare|broad|catch|drop)\w*\b[^.]{0,60}\b(error|exception|except|failure)|(error|exception|failure)s?\b[^.]{0,60}\b(swallow|silenc|suppress|ignor|hid|discard|mask|dropped|lost|unhandled)|bare\W{1,3}except/i,
  },
  {
    rules: /^(F401|F811|F841|no-unused-(vars|imports|private-class-members)|unused-(parameter|receiver))$/,
    words: /\bunused\b|\bnever (used|read|referenced|called)\b|\bnot used\b|\bdead (code|import|variable)/i,
  },
  { rules: /^(B006|B008)$/, words: /\bmutable\b[^.]{0,40}\bdefault|\bdefault\b[^.]{0,60}\b(shared|mutat|once)/i },
  {
    rules: /^(F632|E711|E712|eqeqeq|no-self-compare|use-isnan)$/,
    words: /\b(identity|equality|compar\w+)\b|`(is|is not|==|===|!=)`|\bNaN\b/i,
  },
  {
    rules: /^S608$/,
    words: /\b(sql|quer(y|ies))\b[^.]{0,80}\b(inject|concatenat|interpolat|values|f-string|paramet)|\binjection\b/i,
  },
  { rules: /^(S60[2-7]|S404)$/, words: /\b(shell|command)\b[^.]{0,40}\binjection|\bshell=True\b|\bsubprocess\b/i },
  { rules: /^(S307|PGH001|no-eval|no-implied-eval|no-new-func)$/, words: /\beval\b|\bexec\b|\barbitrary code\b/i },
  {
    rules: /^(F821|F822|F823|no-undef)$/,
    words: /\b(undefined|not defined|undeclared|never (defined|imported))\b|\bNameError\b|\bReferenceError\b/i,
  },
  { rules: /^(no-debugger|T100)$/, words: /\bdebugger\b|\bbreakpoint\b/i },
  { rules: /^(T20[13]|no-console)$/, words: /\bprint\b|\bconsole\.\w+|\bdebug(ging)? output\b/i },
  { rules: /^(S324|S303)$/, words: /\b(md5|sha-?1)\b|\bweak hash/i },
  { rules: /^(S301|S302|S506)$/, words: /\b(pickle|yaml|marshal)\b|\bdeseriali[sz]/i },
  { rules: /^(S501|S323)$/, words: /\b(certificate|tls|ssl)\b|\bverify=False\b/i },
  {
    rules: /^(no-unreachable|unreachable-code|no-unsafe-finally)$/,
    words: /\bunreachable\b|\bnever (runs|executed|reached)\b/i,
  },
  {
    rules: /^(indent-error-flow|superfluous-else|no-else-return|RET50[5-8])$/,
    words:
      /\belse\b[^.]{0,60}\b(return|unnecessary|needless|redundant)|\b(unnecessary|needless|redundant|superfluous)\b[^.]{0,30}\belse\b/i,
  },
  {
    rules: /^(no-cond-assign|no-constant-condition|no-constant-binary-expression)$/,
    words:
      /\bassign\w*\b[^.]{0,60}\b(compar|condition|equal)|\balways (true|false)\b|\b(equality|comparison) was meant\b/i,
  },
  { rules: /^valid-typeof$/, words: /\btypeof\b/i },
  { rules: /^(no-fallthrough|switch-fallthrough)$/, words: /\bfall(s|ing)?[ -]?through\b|\bmissing `?break/i },
  { rules: /^(no-self-assign|PLW0127)$/, words: /\b(to|of) itself\b|\bself-assign/i },
  { rules: /^(no-const-assign|no-import-assign|no-func-assign|no-class-assign)$/, words: /\b(re)?assign\w*\b/i },
  { rules: /^(for-direction)$/, words: /\b(infinite|endless|never (ends|terminates|stops)|wrong (way|direction))\b/i },
  { rules: /^no-unsafe-optional-chaining$/, words: /\boptional chain|\bundefined\b|\bTypeError\b/i },
  { rules: /^no-async-promise-executor$/, words: /\basync\b[^.]{0,40}\bexecutor|\bexecutor\b[^.]{0,40}\basync/i },
  {
    rules: /^(B904|TRY200)$/,
    words: /\braise\b[^.]{0,40}\bfrom\b|\b(chain|original (error|exception|cause)|traceback)/i,
  },
  { rules: /^(B023|no-loop-func)$/, words: /\bclosures?\b|\b(late|loop)[ -](binding|variable)/i },
  { rules: /^B905$/, words: /\bzip\b/i },
  { rules: /^S113$/, words: /\btime-?outs?\b/i },
  {
    rules: /^S311$/,
    words: /\brandom\b[^.]{0,80}\b(secur|crypto|predict|guess)|\b(secur|crypto|predict|guess)\w*\b[^.]{0,80}\brandom/i,
  },
  { rules: /^(E741|E742|E743)$/, words: /\bambiguous\b|\b(looks|read) like\b[^.]{0,20}\b(one|1|zero|0)\b/i },
  { rules: /^(A00[1-6]|redefines-builtin-id|no-shadow|no-shadow-restricted-names)$/, words: /\bshadow|\bbuilt-?in/i },
  { rules: /^(no-dupe-keys|F601|no-duplicate-case|no-dupe-else-if)$/, words: /\bduplicate|\btwice\b|\boverwrit/i },
];

/** Whether somebody says that there is a secret in the code: a linter by its rule, or a model in its words. */
export function speaksOfSecrets(rule: string | null, text: string): boolean {
  return rule === null ? SECRETS.words.test(text) : SECRETS.rules.test(rule);
}

/** Whether a text speaks of what the rule is about; false for rules that no row names. */
export function speaksOf(rule: string, text: string): boolean {
  // Plugins' rules are known by their own names.
  const name = rule.replace(/^[\w-]+\//, '');
  return TOPICS.some(({ rules, words }) => rules.test(name) && words.test(text));
}
