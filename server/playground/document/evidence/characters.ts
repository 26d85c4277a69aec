/** A text without what differs between two copies of the same print: case, spaces, kinds of dashes and quotes. */
export interface Characters {
  readonly text: string;
  /** For each character, where it comes from. */
  readonly from: readonly number[];
}

export function charactersOf(text: string): Characters {
  let plain = '';
  const from: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    for (const character of plainCharacter(text[index] ?? '')) {
      plain += character;
      from.push(index);
    }
  }
  return { text: plain, from };
}

const plainCharacter = (character: string): string =>
  character
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad|\u200b]/g, '')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„«»]/g, '"');
