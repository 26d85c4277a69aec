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
import { openChecks } from './checks.js';
import { isScanned, type Original, shows, untouched, type Way, ways } from './forge.js';
import { type Editor, type Target, targetIn } from './target.js';

const usage = `npm run forgeries -- CORPUS [--splits NAME,…] [--sample N] [--out DIR]

Forges an amount, a date or an IBAN in the native PDFs of a corpus in several ways, and counts how many are found: by a sign that the rule
"alterations" names, or by a check or a doubt that the file has not when it is untouched, with the configured readers and rules and those of
dates, accounts, tax and lines. Counts also how many of all real PDFs, scans too, have a sign.
  --splits NAME,…  only documents of these splits of the manifest; all when absent
  --sample N       N documents a way, by the hash of their ids; 30 when absent
  --out DIR        keep the forgeries there
`;

// pdf-lib tells the console of every object that it cannot read.
console.warn = () => undefined;

await command(main);

type Signs = ReadonlySet<TraceKind>;

interface Forgery {
  readonly way: Way;
  readonly changed: Target['kind'];
  readonly signs: Signs;
  /** What fails in it, and does not when it is untouched. */
  readonly checks: readonly string[];
}

async function main(): Promise<void> {
  const { folder, splits, sample, out } = given();
  const manifest = readManifest(join(folder, 'manifest.csv'));
  const documents = readCorpus(folder).filter(
    ({ id, path }) => path.endsWith('.pdf') && (!splits || splits.includes(manifest(id, 'split') ?? '')),
  );
  const pdfium = (await loadPdfium({ mb: 1_024, exceeded: false })) as Editor;
  const pdf = openPdf();
  const checks = await openChecks();
  const signsIn = async (bytes: Uint8Array, id?: string): Promise<Signs> => {
    const traces = (await pdf.convert(bytes)).pages.flatMap(({ traces: own = [] }) => own).filter(({ kind }) => kind !== 'struck');
    if (id !== undefined) for (const { kind, text } of traces) process.stderr.write(`${id}: ${kind} "${text}"\n`);
    return new Set(traces.map(({ kind }) => kind));
  };
  if (out) mkdirSync(out, { recursive: true });
  try {
    const real: { readonly native: boolean; readonly signs: Signs }[] = [];
    for (const { id, path, textLayer } of documents)
      real.push({ native: textLayer === 'native', signs: await signsIn(readFileSync(path), id) });
    const native = sampleOf(documents.filter(({ textLayer }) => textLayer === 'native'));
    const forgeries: Forgery[] = [];
    for (const way of Object.keys(ways) as Way[]) {
      let left = sample;
      for (const [at, document] of native.entries()) {
        if (left === 0) break;
        const original = originalOf(pdfium, document, native[(at + 1) % native.length] ?? document);
        const forged = original && (await forgeryOf(pdfium, way, original, document.id));
        if (!forged) continue;
        left -= 1;
        if (out) writeFileSync(join(out, `${document.id}.${way.replace(/\W+/g, '-')}.pdf`), forged);
        const before = await checks.failed(
          `${document.id}${isScanned(way) ? ' as a scan' : ''}.pdf`,
          await untouched(pdfium, way, original),
        );
        const failed = [...(await checks.failed(`${document.id}, ${way}.pdf`, forged))].filter(
          (check) => !before.has(check) && isOf(original.target.kind, way, check),
        );
        forgeries.push({ way, changed: original.target.kind, signs: await signsIn(forged), checks: failed });
        if (failed.length > 0) process.stderr.write(`${document.id}, ${way}, ${original.target.kind}: ${failed.join(', ')}\n`);
      }
    }
    process.stdout.write(`${report(forgeries, real).join('\n')}\n`);
  } finally {
    await pdf.close();
    await checks.close();
  }
}

/** Whether the number that was changed can be why: another field may be doubted because it is read otherwise in another picture. */
function isOf(kind: Target['kind'], way: Way, check: string): boolean {
  if (way === 'page of another file' || !check.startsWith('$')) return true;
  return { amount: '$.total', date: '$.issue_date', iban: '$.iban' }[kind] === check;
}

function originalOf(pdfium: Editor, document: CorpusDocument, next: CorpusDocument): Original | undefined {
  const bytes = readFileSync(document.path);
  const total = document.truth.fields.total?.value;
  const digits = typeof total === 'number' ? { total: total.toFixed(2).replace(/\D/g, '') } : {};
  const target = targetIn(pdfium, bytes, { id: document.id, ...digits });
  return target && target.from !== target.to ? { bytes, target, other: readFileSync(next.path) } : undefined;
}

async function forgeryOf(pdfium: Editor, way: Way, original: Original, id: string): Promise<Uint8Array | undefined> {
  try {
    const forged = await ways[way](pdfium, original);
    return forged && (/scan|page|note/.test(way) || shows(pdfium, forged, original)) ? forged : undefined;
  } catch (error) {
    // A file that pdf-lib or pdfium does not change, such as one with a password, is not forged.
    process.stderr.write(`${id}, ${way}: ${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

function report(forgeries: readonly Forgery[], real: readonly { readonly native: boolean; readonly signs: Signs }[]): readonly string[] {
  const kinds = traceKinds.filter((kind) => kind !== 'struck');
  const row = (name: string, found: readonly Pick<Forgery, 'signs'>[]): readonly string[] => {
    const some = found.filter(({ signs }) => signs.size > 0).length;
    const each = kinds.map((kind) => String(found.filter(({ signs }) => signs.has(kind)).length));
    return [name, String(found.length), String(some), percent(ratio(some, found.length)), ...each];
  };
  const forged = (name: string, found: readonly Forgery[]): readonly string[] => {
    const some = found.filter(({ signs, checks }) => signs.size > 0 || checks.length > 0).length;
    return [...row(name, found), String(some), percent(ratio(some, found.length))];
  };
  const each = <Key extends string>(of: (forgery: Forgery) => Key) => [...Map.groupBy(forgeries, of)];
  const named = each(({ way }) => way).map(([way, own]) => {
    const checks = Map.groupBy(
      own.flatMap(({ checks }) => checks),
      (check) => check,
    );
    return `${way}: ${[...checks].map(([check, all]) => `${check} ${all.length}`).join(', ') || 'no check'}`;
  });
  return [
    ...textTable([
      ['', 'files', 'by a sign', 'share', ...kinds, 'or a check', 'share'],
      ...each(({ way }) => way).map(([way, own]) => forged(way, own)),
      ...each(({ changed }) => changed).map(([kind, own]) => forged(`${kind}, in all ways`, own)),
      forged('all forgeries', forgeries),
      ...[true, false].map((native) =>
        row(
          native ? 'real PDFs with text' : 'real scans',
          real.filter((one) => one.native === native),
        ),
      ),
    ]),
    '',
    'Checks and doubts that the untouched files have not:',
    ...named,
  ];
}

function given() {
  const options = { splits: { type: 'string' }, sample: { type: 'string', default: '30' }, out: { type: 'string' } } as const;
  const { values, positionals } = parsed(usage, () => parseArgs({ options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new InputError(usage);
  return { folder, splits: values.splits?.split(','), sample: wholeNumber('--sample', values.sample, 1), out: values.out };
}
