/**
 * Letters of other scripts that are drawn like Latin ones, by the letter that they look like. Source: Unicode Technical Standard 39, of which these are the
 * ones in Greek, Cyrillic and Armenian that a person cannot tell apart in print.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  A: 'ΑА', B: 'ΒВ', C: 'ϹС', E: 'ΕЕ', H: 'ΗН', I: 'ΙІӀ', J: 'ͿЈ', K: 'ΚК', M: 'ΜМ', N: 'Ν', O: 'ΟОՕ', P: 'ΡР', Q: 'Ԛ', S: 'ЅՏ', T: 'ΤТ', U: 'Ս', W: 'Ԝ',
  X: 'ΧХ', Y: 'ΥҮ', Z: 'Ζ', a: 'аα', c: 'сϲ', d: 'ԁ', e: 'е', g: 'ց', h: 'һհ', i: 'іι', j: 'јϳ', l: 'ӏ', n: 'ո', o: 'оοօ', p: 'рρ', q: 'ԛ', s: 'ѕ', u: 'ս', v: 'νѵ',
  w: 'ԝ', x: 'х', y: 'уү',
}; // biome-ignore format: a table

const latinOf = new Map(Object.entries(lookAlikes).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)));

/** A text in the letters that it looks to be written in: two that nobody can tell apart have the same. Wide forms become ordinary ones. */
export const skeleton = (text: string): string => [...text.normalize('NFKC')].map((letter) => latinOf.get(letter) ?? letter).join('');

/** Whether a word has Latin letters and some of another script that look like Latin ones: nobody writes so, and nobody sees it. */
export const mixesLookAlikes = (text: string): boolean =>
  text.split(/\s+/).some((word) => /\p{Script=Latin}/u.test(word) && [...word].some((letter) => latinOf.has(letter)));
