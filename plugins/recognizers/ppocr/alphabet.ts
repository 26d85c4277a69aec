/**
 * What each class of the recognition stands for, by its dictionary of one character a line: the first class stands for none, the last for a
 * space. Characters in Chinese width are given in ours: the network takes a lone 2 for a wide one, which no number has.
 */
export function alphabetFrom(dictionary: string): readonly string[] {
  const characters = dictionary.split(/\r?\n/).filter((character) => character !== '');
  return ['', ...characters.map((character) => character.replace(wide, (found) => found.normalize('NFKC'))), ' '];
}

/** The block "Halfwidth and Fullwidth Forms" of Unicode. */
const wide = /[\uff01-\uffee]/gu;
