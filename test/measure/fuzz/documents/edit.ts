import fc from 'fast-check';

/** One change to a text. Positions are millionths of its length, so that they fit any text. */
export type TextEdit = (text: string) => string;

const place = fc.nat(999_999);
const at = (text: string, share: number): number => Math.floor((share / 1_000_000) * text.length);
const splice = (text: string, from: number, length: number, instead: string): string =>
  text.slice(0, from) + instead + text.slice(from + length);

const flip = fc.tuple(place, fc.nat(255)).map(
  ([where, byte]): TextEdit =>
    (text) =>
      splice(text, at(text, where), 1, String.fromCharCode(byte)),
);
const drop = fc.tuple(place, fc.integer({ min: 1, max: 400 })).map(
  ([where, length]): TextEdit =>
    (text) =>
      splice(text, at(text, where), length, ''),
);
const end = place.map(
  (where): TextEdit =>
    (text) =>
      text.slice(0, at(text, where)),
);
const repeat = fc.tuple(place, fc.integer({ min: 1, max: 300 }), fc.constantFrom(2, 3, 10, 200)).map(
  ([where, length, times]): TextEdit =>
    (text) => {
      const from = at(text, where);
      return splice(text, from, length, text.slice(from, from + length).repeat(times));
    },
);
const move = fc.tuple(place, fc.integer({ min: 1, max: 200 }), place).map(
  ([from, length, to]): TextEdit =>
    (text) => {
      const piece = text.slice(at(text, from), at(text, from) + length);
      return splice(splice(text, at(text, from), length, ''), at(text, to), 0, piece);
    },
);
/** Numbers in documents are lengths, counts, positions and references. */
const number = fc
  .tuple(
    place,
    fc.constantFrom('0', '-1', '1', '2', '65536', '2147483647', '4294967296', '99999999999999999999', '1e9', '0.0000001', 'NaN', ''),
  )
  .map(
    ([which, instead]): TextEdit =>
      (text) =>
        replaced(text, /-?\d+(?:\.\d+)?/g, which, instead),
  );

/** Replaces one match, chosen by a position in millionths. */
const reshaped = (text: string, pattern: RegExp, which: number, shape: (found: string) => string): string => {
  const all = [...text.matchAll(pattern)];
  const match = all[Math.floor((which / 1_000_000) * all.length)];
  return match ? splice(text, match.index, match[0].length, shape(match[0])) : text;
};
const replaced = (text: string, pattern: RegExp, which: number, instead: string): string => reshaped(text, pattern, which, () => instead);

/** Random changes: blind ones, and ones that use the given words. */
export function edits(words: readonly string[], word: RegExp): fc.Arbitrary<readonly TextEdit[]> {
  const insert = fc.tuple(place, fc.constantFrom(...words)).map(
    ([where, text]): TextEdit =>
      (whole) =>
        splice(whole, at(whole, where), 0, text),
  );
  const rename = fc.tuple(place, fc.constantFrom(...words)).map(
    ([which, text]): TextEdit =>
      (whole) =>
        replaced(whole, word, which, text),
  );
  const one = fc.oneof(flip, flip, drop, end, repeat, move, number, number, insert, rename, rename);
  return fc.array(one, { minLength: 1, maxLength: 5 });
}

export const changed = (text: string, all: readonly TextEdit[]): string =>
  all.reduce((sofar, edit) => edit(sofar), text).slice(0, 3_000_000);

/** Changes that keep XML well-formed: whole elements are repeated, removed or moved, and attributes get other values. */
export function xmlEdits(values: readonly string[]): fc.Arbitrary<readonly TextEdit[]> {
  const element = /<w:(p|r|t|tc|tr|tbl|rPr|pPr|tblGrid|sectPr)(?: [^>]*)?>(?:(?!<w:\1[ >]).)*?<\/w:\1>/gs;
  const again = fc.tuple(place, fc.constantFrom(1, 2, 50)).map(
    ([which, times]): TextEdit =>
      (xml) =>
        reshaped(xml, element, which, (one) => one.repeat(times + 1)),
  );
  const gone = place.map(
    (which): TextEdit =>
      (xml) =>
        reshaped(xml, element, which, () => ''),
  );
  const wrapped = fc
    .tuple(
      place,
      fc.constantFrom('w:ins', 'w:del', 'w:sdt', 'w:txbxContent', 'mc:Fallback', 'w:hyperlink', 'w:p', 'w:tc', 'w:tbl', 'w:smartTag'),
    )
    .map(
      ([which, name]): TextEdit =>
        (xml) =>
          reshaped(xml, element, which, (one) => `<${name}>${one}</${name}>`),
    );
  const said = fc.tuple(place, fc.constantFrom(...values)).map(
    ([which, text]): TextEdit =>
      (xml) =>
        replaced(xml, /(?<==")[^"]*(?=")/g, which, text),
  );
  const words = fc.tuple(place, fc.constantFrom(...values)).map(
    ([which, text]): TextEdit =>
      (xml) =>
        replaced(xml, /(?<=<w:t[^>]*>)[^<]*(?=<)/g, which, text),
  );
  return fc.array(fc.oneof(again, gone, wrapped, said, said, words), { minLength: 1, maxLength: 8 });
}
