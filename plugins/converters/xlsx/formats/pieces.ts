/** Quoted and escaped literals, the width and the repetition of a character, what stands in brackets, halves of a day, codes and single characters. */
const piece = /"[^"]*"?|[\\_*][\s\S]|\[[^\]]*\]?|am\/pm|a\/p|([ymdhsgeb])\1*|[\s\S]/gi;

/** The parts of a number format, none of them cut in the middle: 'd"."[Red]mm' is 'd', '"."', '[Red]' and 'mm'. */
export const piecesOf = (pattern: string): readonly string[] => [...pattern.matchAll(piece)].map(([text]) => text);

/** The sections of a number format, for what is positive, negative, zero and text (ECMA-376, part 1, 18.8.31). */
export function sectionsOf(pattern: string): readonly (readonly string[])[] {
  const sections: string[][] = [[]];
  for (const text of piecesOf(pattern)) {
    if (text === ';') sections.push([]);
    else sections.at(-1)?.push(text);
  }
  return sections;
}

/** A language or a calendar, '[$-409]', with the currency before it in '[$€-407]'. */
export const tag = /^\[\$([^\]-]*)-([^\]]*)\]$/;
