import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { InputError, type TraceKind, traceKinds } from '../../../core/index.js';
import { loadPdfium } from '../../../plugins/pdfium/pdfium.js';
import { openPdf } from '../../plugins/converters/open.js';
import { command, parsed, wholeNumber } from '../eval/command.js';
import { type CorpusDocument, readCorpus, readManifest } from '../eval/corpus/corpus.js';
import { percent, ratio, textTable } from '../eval/figures/text-table.js';
import { sampleOf } from '../faults/documents.js';
import { type Original, shows, type Way, ways } from './forge.js';
import { type Editor, targetIn } from './target.js';

const usage = `npm run forgeries -- CORPUS [--splits NAME,…] [--sample N] [--out DIR]

Forges an amount, a date or an IBAN in the native PDFs of a corpus in several ways, and counts by the findings of the rule "alterations" how many are
found, and how many of all real PDFs, scans too, have one.
  --splits NAME,…  only documents of these splits of the manifest; all when absent
  --sample N       N documents a way, by the hash of their ids; 30 when absent
  --out DIR        keep the forgeries there
`;

// pdf-lib tells the console of every object that it cannot read.
console.warn = () => undefined;

await command(main);

type Found = ReadonlySet<TraceKind>;

async function main(): Promise<void> {
  const { folder, splits, sample, out } = given();
  const manifest = readManifest(join(folder, 'manifest.csv'));
  const documents = readCorpus(folder).filter(
    ({ id, path }) => path.endsWith('.pdf') && (!splits || splits.includes(manifest(id, 'split') ?? '')),
  );
  const pdfium = (await loadPdfium({ mb: 1_024, exceeded: false })) as Editor;
  const pdf = openPdf();
  const foundIn = async (bytes: Uint8Array): Promise<{ readonly kinds: Found; readonly texts: readonly string[] }> => {
    const traces = (await pdf.convert(bytes)).pages.flatMap(({ traces: own = [] }) => own).filter(({ kind }) => kind !== 'struck');
    return { kinds: new Set(traces.map(({ kind }) => kind)), texts: traces.map(({ kind, text }) => `${kind} "${text}"`) };
  };
  if (out) mkdirSync(out, { recursive: true });
  try {
    const real: { readonly native: boolean; readonly kinds: Found }[] = [];
    for (const { id, path, textLayer } of documents) {
      const { kinds, texts } = await foundIn(readFileSync(path));
      if (texts.length > 0) process.stderr.write(`${id}: ${texts.join(', ')}\n`);
      real.push({ native: textLayer === 'native', kinds });
    }
    const native = sampleOf(documents.filter(({ textLayer }) => textLayer === 'native'));
    const rows = new Map<Way, Found[]>();
    for (const way of Object.keys(ways) as Way[]) {
      const found: Found[] = [];
      for (const [at, document] of native.entries()) {
        if (found.length === sample) break;
        const forged = await forgeryOf(pdfium, way, document, native[(at + 1) % native.length] ?? document);
        if (!forged) continue;
        if (out) writeFileSync(join(out, `${document.id}.${way.replace(/\W+/g, '-')}.pdf`), forged);
        found.push((await foundIn(forged)).kinds);
      }
      rows.set(way, found);
    }
    process.stdout.write(`${report(rows, real).join('\n')}\n`);
  } finally {
    await pdf.close();
  }
}

async function forgeryOf(pdfium: Editor, way: Way, document: CorpusDocument, next: CorpusDocument): Promise<Uint8Array | undefined> {
  const bytes = readFileSync(document.path);
  const total = document.truth.fields.total?.value;
  const digits = typeof total === 'number' ? { total: total.toFixed(2).replace(/\D/g, '') } : {};
  const target = targetIn(pdfium, bytes, { id: document.id, ...digits });
  if (!target || target.from === target.to) return undefined;
  const original: Original = { bytes, target, other: readFileSync(next.path) };
  try {
    const forged = await ways[way](pdfium, original);
    return forged && (/scan|page|note/.test(way) || shows(pdfium, forged, original)) ? forged : undefined;
  } catch (error) {
    // A file that pdf-lib or pdfium does not change, such as one with a password, is not forged.
    process.stderr.write(`${document.id}, ${way}: ${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

function report(
  rows: ReadonlyMap<Way, readonly Found[]>,
  real: readonly { readonly native: boolean; readonly kinds: Found }[],
): readonly string[] {
  const kinds = traceKinds.filter((kind) => kind !== 'struck');
  const row = (name: string, found: readonly Found[]): readonly string[] => {
    const some = found.filter((own) => own.size > 0).length;
    return [
      name,
      String(found.length),
      String(some),
      percent(ratio(some, found.length)),
      ...kinds.map((kind) => String(found.filter((own) => own.has(kind)).length)),
    ];
  };
  return textTable([
    ['', 'files', 'found', 'share', ...kinds],
    ...[...rows].map(([way, found]) => row(way, found)),
    row('all forgeries', [...rows.values()].flat()),
    ...([true, false] as const).map((native) =>
      row(
        native ? 'real PDFs with text' : 'real scans',
        real.filter((one) => one.native === native).map((one) => one.kinds),
      ),
    ),
  ]);
}

function given() {
  const options = { splits: { type: 'string' }, sample: { type: 'string', default: '30' }, out: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  return { folder, splits: values.splits?.split(','), sample: wholeNumber('--sample', values.sample, 1), out: values.out };
}
