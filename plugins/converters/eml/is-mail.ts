/** Headers are looked for in this many bytes; the mails of some servers begin with long lists of stations. */
const withinBytes = 16_384;

/** Two of these tell a mail from other text that has lines with a colon. Source: RFC 5322, 3.6, and RFC 2045, 4. */
const known = new Set([
  'from',
  'to',
  'date',
  'subject',
  'message-id',
  'mime-version',
  'received',
  'return-path',
  'content-type',
  'delivered-to',
]);

/** Whether a file begins as a mail does: header lines only, at least two of them known. Nothing is parsed. */
export function isMail(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, withinBytes))
    .toString('latin1')
    .replace(/^From [^\n]*\n/, '');
  const end = text.search(/\r?\n\r?\n/);
  const lines = (end < 0 ? text.slice(0, text.lastIndexOf('\n')) : text.slice(0, end)).split(/\r?\n(?![ \t])/);
  const names = lines.map((line) => /^([!-9;-~]+):/.exec(line)?.[1]?.toLowerCase());
  return names.every((name) => name !== undefined) && new Set(names.filter((name) => name !== undefined && known.has(name))).size >= 2;
}
