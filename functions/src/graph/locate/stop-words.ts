/**
 * Words that say little of which code a text speaks of: the grammar of English, and what is done to any code (`fix`, `add`,
 * `refactor`). They are rare in code, so that rarity alone would take them for the most telling ones of a text.
 */
import { wordsOf } from './words.ts';

const GRAMMAR = `
  a an the this that these those there here it its itself they them their we our us you your i my me he she his her
  of to in on at by for from with into onto as than and or but nor so if yet else
  when whenever where which who whose what why how since until while during through
  because though although instead rather therefore however
  is are was were be been being am do does did doing done can could may might must shall should will would has have had having
  don doesn didn isn aren wasn weren won wouldn shouldn couldn s t d ll ve re
  not no yes only just also too very more most less least much many some any each every all both either neither
  other another same such like now already still again ever never always often maybe perhaps even well quite
  actually currently previously longer due etc up down off back let`;
const CHANGES = `
  fix add added update remove change make made use used using improve improvement refactor replace provide prevent ensure sure avoid
  allow support introduce implement implementation move rename switch clean cleanup tweak get see come
  want need seem work correct correctly proper properly wrong better good new possible explicit expected
  minor small simple typo bug issue problem pull request review feedback suggestion
  logic behavior docs documentation tests lint chore feat wip`;

const STOP_WORDS: ReadonlySet<string> = new Set(wordsOf(GRAMMAR + CHANGES));
const NUMBER = /^\p{N}+$/u;

/** `word`: as `wordsOf` gives it. Numbers are among them. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || NUMBER.test(word);
}
