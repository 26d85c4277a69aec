import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../config/index.js';
import { startServer } from '../../../server/index.js';

/**
 * How many keys a person needs for a document, and whether a wrong correction is noticed: a scripted reviewer who knows the truth works through runs of
 * real documents. Arguments: the folder of the corpus, how many documents.
 */
const [corpus = '', wanted = '40'] = process.argv.slice(2);
const key = 'pk_0123456789abcdefTEST';
const headers = { authorization: `Bearer ${key}` };
const text = { type: 'string' };
const number = { type: 'number' };
const date = { type: 'string', format: 'date' };
const header = { invoice_number: text, issue_date: date, due_date: date, seller_name: text, subtotal: number, tax: number, total: number };
const rows = { type: 'array', items: { type: 'object', properties: { description: text, quantity: number, amount: number } } };
const schema = {
  type: 'object',
  properties: { ...header, line_items: rows },
  required: ['invoice_number', 'issue_date', 'seller_name', 'total'],
};
const amounts = ['subtotal', 'tax', 'total'];

interface Doubt {
  readonly path: string;
  readonly value: unknown;
  readonly why: readonly string[];
  readonly checks: readonly string[];
  readonly candidates?: readonly { readonly value: unknown }[];
  readonly printed?: readonly string[];
}
type Values = Readonly<Record<string, unknown>> & { readonly line_items: readonly { readonly amount: unknown }[] };
interface Kept {
  readonly object: Values;
  readonly review?: { readonly run: string; readonly decision: string; readonly fields: readonly Doubt[] };
}
interface Judged {
  readonly version: number;
  readonly review: { readonly fields: readonly Doubt[] };
  readonly result: { readonly object: Values };
}
type Truth = Readonly<
  Record<string, { readonly value: unknown; readonly also?: readonly unknown[]; readonly visible?: boolean } | undefined>
>;

const { engine, server: settings } = await loadConfig({
  env: { VOUCH_STORE: 'memory:', VOUCH_KEYS: key, PORT: '0', VOUCH_RATE_LIMIT: '0' },
  cwd: corpus,
});
const server = await startServer({ engine, server: { ...settings, logLevel: 'silent' } });
const holding = await startServer({ engine, server: { ...settings, logLevel: 'silent', reviewPolicy: { amount_above: 0 } } });

const lines = readFileSync(join(corpus, 'manifest.csv'), 'utf8').split('\n');
const columns = lines[0]?.split(',') ?? [];
const ids = lines
  .slice(1)
  .map((line) => line.split(','))
  .filter(
    (cells) =>
      cells[columns.indexOf('split')] === 'dev' && cells.includes('native') && cells.some((cell) => /\.pdf$/.test(cell) || cell === 'pdf'),
  )
  .map((cells) => cells[columns.indexOf('id')] ?? '');
const step = Math.max(1, Math.floor(ids.length / Number(wanted)));
const chosen = ids.filter((_, index) => index % step === 0).slice(0, Number(wanted));

const plain = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '');
const isRight = (value: unknown, field: Truth[string]): boolean =>
  [field?.value, ...(field?.also ?? [])].some((one) =>
    typeof one === 'number' || typeof value === 'number' ? Number(one) === Number(value) : plain(one) === plain(value),
  );

async function keep(url: string, id: string) {
  const form = new FormData();
  form.set('file', new Blob([readFileSync(join(corpus, 'docs', `${id}.pdf`))]), `${id}.pdf`);
  form.set('output_schema', JSON.stringify(schema));
  form.set('review', 'true');
  return (await fetch(`${url}/v1/extract`, { method: 'POST', headers, body: form })).json() as Promise<Kept>;
}
async function judge(url: string, run: string, verdict: object) {
  const answer = await fetch(`${url}/v1/runs/${run}/verdicts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reviewer: 'script', ...verdict }),
  });
  return { status: answer.status, body: (await answer.json()) as Judged };
}

/** What the reviewer does about a doubt, and the keys that it takes. What the truth does not know is taken to be right. */
function decide({ path, value, candidates = [], printed = [] }: Doubt, truth: Truth, seen: ReadonlySet<string>) {
  const field = truth[path.slice(2)];
  if (!field || isRight(value, field) || seen.has(path)) return { verdict: { path, verdict: 'confirmed' }, keys: 1 };
  const known = [...candidates.map((one) => one.value), ...printed].find((one) => isRight(one, field));
  if (known !== undefined) return { verdict: { path, verdict: 'corrected', value: known }, keys: 1 };
  return { verdict: { path, verdict: 'corrected', value: field.value }, keys: 2 + String(field.value).length };
}

/** As the page shows doubts together: those of one column and kind beside which nothing else may stand. Each must be right, and is seen. */
function together([first, ...others]: readonly Doubt[], truth: Truth, seen: ReadonlySet<string>): readonly Doubt[] {
  const kindOf = ({ path, why }: Doubt): string => [path, ...why].join(' ').replace(/\d+/g, '');
  const isPlain = ({ path, value, checks, candidates = [], printed = [] }: Doubt): boolean =>
    path.includes('[') && value !== null && checks.length + candidates.length + printed.length === 0;
  if (!first || !isPlain(first)) return first ? [first] : [];
  const alike = [first, ...others.filter((one) => isPlain(one) && kindOf(one) === kindOf(first))].slice(0, 10);
  return alike.every((one) => decide(one, truth, seen).verdict.verdict === 'confirmed') ? alike : [first];
}

const keys: number[] = [];
const wrong = { before: 0, after: 0, silent: [] as string[] };
const planted = { typo: [0, 0], row: [0, 0] };
const held: number[] = [];
for (const id of chosen) {
  const truth = JSON.parse(readFileSync(join(corpus, 'truth', `${id}.json`), 'utf8')).fields as Truth;
  const checked = Object.keys(header).filter((name) => truth[name]?.visible);
  const { object, review } = await keep(server.url, id);
  if (!review) continue;
  wrong.before += checked.filter((name) => !isRight(object[name], truth[name])).length;
  let [fields, version, pressed, last] = [review.fields, 0, 0, object];
  const seen = new Set<string>();
  for (let status = 200; status === 200 && fields.length > 0 && version < 60; ) {
    const decided = together(fields, truth, seen).map((doubt) => ({ doubt, ...decide(doubt, truth, seen) }));
    pressed += decided.length > 1 ? 1 : (decided[0]?.keys ?? 0);
    for (const { doubt, verdict } of decided) {
      seen.add(doubt.path);
      const answer = await judge(server.url, review.run, { ...verdict, version });
      ({ status } = answer);
      if (status !== 200) break;
      ({ version } = answer.body);
      fields = answer.body.review.fields;
      last = answer.body.result.object;
    }
  }
  if (review.decision === 'held') held.push(pressed);
  keys.push(pressed);
  const still = checked.filter((name) => !isRight(last[name], truth[name]));
  wrong.after += still.length;
  wrong.silent.push(...still.map((name) => `${id} ${name}`));
  await plant(id, truth);
}

/** Gives wrong amounts where the right one was read, and counts whether they stay among what needs a person. */
async function plant(id: string, truth: Truth): Promise<void> {
  const { object, review } = await keep(holding.url, id);
  if (review?.decision !== 'held') return;
  let version = 0;
  for (const name of amounts) {
    if (!truth[name]?.visible || !isRight(object[name], truth[name])) continue;
    const digits = String(Math.abs(Number(object[name])));
    const typo = Number(digits.replace(/\d(?=\D*$)|\d(?=\d\D*$)/, (digit) => String((Number(digit) + 3) % 10)));
    const other = object.line_items.map(({ amount }) => amount).find((one) => typeof one === 'number' && one !== object[name]);
    for (const [kind, value] of [
      ['typo', typo],
      ['row', other],
    ] as const) {
      if (typeof value !== 'number') continue;
      const { status, body } = await judge(holding.url, review.run, { path: `$.${name}`, verdict: 'corrected', value, version });
      if (status !== 200) continue;
      ({ version } = body);
      planted[kind][0] = (planted[kind][0] ?? 0) + 1;
      if (body.review.fields.some(({ path }: Doubt) => path === `$.${name}`)) planted[kind][1] = (planted[kind][1] ?? 0) + 1;
    }
    const back = await judge(holding.url, review.run, { path: `$.${name}`, verdict: 'corrected', value: object[name], version });
    version = back.status === 200 ? back.body.version : version;
  }
}

const figures = (all: readonly number[]) => {
  const sorted = all.toSorted((a, b) => a - b);
  return {
    documents: all.length,
    median: sorted[Math.floor(sorted.length / 2)],
    mean: all.reduce((a, b) => a + b, 0) / all.length,
    most: sorted.at(-1),
  };
};
console.log({ keys: { all: figures(keys), held: figures(held) } });
console.log({ wrong: { before: wrong.before, after: wrong.after }, still: wrong.silent });
console.log({ planted: { typo: `${planted.typo[1]} of ${planted.typo[0]}`, row: `${planted.row[1]} of ${planted.row[0]}` } });
await server.close();
await holding.close();
