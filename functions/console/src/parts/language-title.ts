/** Languages as they write themselves: the graph has them in small letters. */

const TITLES: Record<string, string> = {
  ...{ bash: 'Bash', c: 'C', cpp: 'C++', csharp: 'C#', go: 'Go', haskell: 'Haskell', java: 'Java', kotlin: 'Kotlin' },
  ...{ javascript: 'JavaScript', lua: 'Lua', php: 'PHP', python: 'Python', ruby: 'Ruby', rust: 'Rust', scala: 'Scala' },
  ...{ swift: 'Swift', typescript: 'TypeScript' },
};

export const languageTitle = (language: string): string => TITLES[language] ?? language;
