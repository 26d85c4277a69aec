/** A part of a text: `to` is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The longest name of a mailbox. Source: RFC 5321, 4.5.3.1.1. */
const maxMailbox = 64;

/** What follows the beginning of each web address and mailbox in a text, where words are parts of a name: `…ksef.mf.gov.pl/invoice/01`, `invoice@…`. */
export function insideAddresses(text: string): readonly Range[] {
  if (!/@|:\/\/|www\./i.test(text)) return [];
  const inside: Range[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const from = startIn(word);
    if (from !== undefined) inside.push({ from: index + from, to: index + word.length });
  }
  return inside;
}

function startIn(word: string): number | undefined {
  const site = /:\/\/|www\./i.exec(word);
  if (site) return site.index + 1;
  const at = word.indexOf('@');
  if (at < 0) return undefined;
  const mailbox = /[\p{L}\d._+-]*$/u.exec(word.slice(Math.max(0, at - maxMailbox), at))?.[0] ?? '';
  return at - mailbox.length;
}
