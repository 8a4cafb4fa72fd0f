/**
 * The words of a copy of a repository: two in three are other words of the same length and case, the third is one that all
 * repositories share, as `get` and `index` are. A word is altered alike wherever it stands, in a name, a path or a text.
 *
 *     altered('parseRequest of load', 7)   → 'xujliRequest of cuel', say
 */

/** Parts of identifiers, and words. */
const PART = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
const VOWELS = 'aeiou';
const CONSONANTS = 'bcdfghjklmnpqrstvwxyz';

/** FNV-1a, in 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Vowels become vowels and consonants consonants, each letter by its place, so that copies share no altered word. */
function otherWord(word: string, copy: number): string {
  let other = '';
  for (let at = 0; at < word.length; at++) {
    const letter = word.charAt(at);
    const letters = VOWELS.includes(letter) ? VOWELS : CONSONANTS;
    const place = letters.indexOf(letter);
    const shift = 1 + (Math.floor(copy / CONSONANTS.length ** (at % 2)) % (letters.length - 1));
    other += place < 0 ? letter : letters.charAt((place + shift) % letters.length);
  }
  return other;
}

function likeIt(word: string, other: string): string {
  if (word === word.toLowerCase()) return other;
  return word === word.toUpperCase() ? other.toUpperCase() : other.charAt(0).toUpperCase() + other.slice(1);
}

/** What makes the texts of one copy, from 1 on. */
export function wordAlterer(copy: number): (text: string) => string {
  const known = new Map<string, string>();
  const alter = (word: string): string => {
    const lower = word.toLowerCase();
    return (hashOf(lower) + copy) % 3 === 0 ? word : likeIt(word, otherWord(lower, copy));
  };
  return (text) =>
    text.replace(PART, (word) => {
      let other = known.get(word);
      if (other === undefined) known.set(word, (other = alter(word)));
      return other;
    });
}
