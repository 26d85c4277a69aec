import type { PDFDocument } from 'pdf-lib';

/**
 * The file as it is, and behind it what `change` makes other in it, as a viewer saves that has no right to the rest. Source: ISO 32000-1, 7.5.6;
 * 7.5.8 for a file whose table of objects is a stream.
 */
export async function savedBehind(bytes: Uint8Array, document: PDFDocument, change: () => Promise<void>): Promise<Uint8Array> {
  const { context } = document;
  const file = Buffer.from(bytes).toString('latin1');
  // Streams that are tables of objects have numbers, too, which pdf-lib gives away again.
  const used = [...file.matchAll(/(?<=\n|\r)(\d+) \d+ obj\b/g)].map(([, number]) => Number(number));
  context.largestObjectNumber = used.reduce((one, other) => Math.max(one, other), context.largestObjectNumber);
  const texts = (): Map<number, string> =>
    new Map(context.enumerateIndirectObjects().map(([{ objectNumber }, object]) => [objectNumber, object.toString()]));
  const before = texts();
  await change();
  await document.flush();
  const after = texts();
  const changed = context.enumerateIndirectObjects().filter(([ref]) => before.get(ref.objectNumber) !== after.get(ref.objectNumber));
  const blocks: Buffer[] = [Buffer.from(bytes), Buffer.from('\n')];
  let length = bytes.length + 1;
  const entries: [number: number, generation: number, offset: number][] = [];
  for (const [ref, object] of changed) {
    entries.push([ref.objectNumber, ref.generationNumber, length]);
    const own = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(own, 0);
    const block = Buffer.concat([Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`), own, Buffer.from('\nendobj\n')]);
    blocks.push(block);
    length += block.length;
  }
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.slice(-2_048))?.[1] ?? 0);
  const { Root, Info } = context.trailerInfo;
  const own = context.largestObjectNumber + 1;
  const trailer = `/Size ${own + 1} /Root ${Root} ${Info ? `/Info ${Info}` : ''} /Prev ${previous}`;
  const isTable = file.startsWith('xref', previous);
  blocks.push(
    isTable ? table(entries, trailer) : stream([...entries, [own, 0, length]], trailer),
    Buffer.from(`startxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(blocks);
}

type Entries = readonly (readonly [number: number, generation: number, offset: number])[];

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

function table(entries: Entries, trailer: string): Buffer {
  const rows = entries.map(([number, generation, offset]) => `${number} 1\n${padded(offset, 10)} ${padded(generation, 5)} n \n`);
  return Buffer.from(`xref\n${rows.join('')}trailer\n<< ${trailer} >>\n`);
}

function stream(entries: Entries, trailer: string): Buffer {
  const rows = entries.map(([, generation, offset]) => {
    const row = Buffer.alloc(7);
    row[0] = 1;
    row.writeUInt32BE(offset, 1);
    row.writeUInt16BE(generation, 5);
    return row;
  });
  const index = entries.map(([number]) => `${number} 1`).join(' ');
  const head = `${entries.at(-1)?.[0]} 0 obj\n<< /Type /XRef /W [1 4 2] /Index [${index}] /Length ${rows.length * 7} ${trailer} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), ...rows, Buffer.from('\nendstream\nendobj\n')]);
}
