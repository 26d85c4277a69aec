import { syntaxes } from '../../einvoice/terms.js';

/** A declaration, comments and processing instructions may stand before the root; this many bytes of them are looked through. */
const withinBytes = 16_384;

/** Whether the first element, or a document type, is that of an electronic invoice. Only the first bytes are looked at, and nothing is parsed. */
export function isEInvoice(bytes: Uint8Array): boolean {
  // UTF-16 loses its zeros: the names are ASCII.
  const text = Buffer.from(bytes.subarray(0, withinBytes))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '');
  const name = rootOf(text);
  return name !== undefined && syntaxes.some(({ roots }) => roots.includes(name));
}

function rootOf(text: string): string | undefined {
  for (let at = text.search(/\S/); at >= 0 && text[at] === '<'; at += text.slice(at).search(/\S/)) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined;
    if (end === undefined) return /^<(?:!DOCTYPE\s+)?(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at, at + 200))?.[1];
    const next = text.indexOf(end, at);
    if (next < 0) return undefined;
    at = next + end.length;
    if (!/\S/.test(text.slice(at))) return undefined;
  }
  return undefined;
}
