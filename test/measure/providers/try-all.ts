import { setTimeout as sleep } from 'node:timers/promises';
import { listAt, textAt } from '../../../core/values/at.js';
import { type TriedDocument, type TriedDocuments, triedDocuments } from './documents.js';
import { type LlamaTerms, startLlama } from './llama/llama-server.js';
import { json, openRecorder, type Recorder } from './llama/recorder.js';
import { answerIn, callsIn, falseValues, type ProviderRow } from './rows/row.js';
import { key, type ServerSetup, setups } from './rows/setups.js';
import { type Ended, runVouch } from './run-vouch.js';
import { blockOf, type ReportedRow } from './table.js';

/** Starts the server in each of its setups, and tries every row that is wanted. */
export async function tryAll(terms: LlamaTerms, wanted: (row: string) => boolean): Promise<readonly ReportedRow[]> {
  const documents = triedDocuments();
  const reported: ReportedRow[] = [];
  for (const setup of setups) {
    const rows = setup.rows.filter(({ tried }) => wanted(tried));
    if (rows.length > 0) reported.push(...(await trySetup({ ...setup, rows }, terms, documents)));
  }
  return reported;
}

async function trySetup(setup: ServerSetup, terms: LlamaTerms, documents: TriedDocuments): Promise<readonly ReportedRow[]> {
  const server = await startLlama(terms, setup.given);
  const recorder = await openRecorder(server.port);
  const reported: ReportedRow[] = [];
  try {
    for (const row of setup.rows) {
      if (row.meets !== 'loading') await server.ready();
      process.stderr.write(`${row.tried} …\n`);
      if (row.meets === 'stopped') recorder.onWord(() => void server.stop('SIGKILL'));
      const tried = await tryRow(row, { setup: setup.name, recorder, documents });
      process.stderr.write(blockOf(tried));
      reported.push(tried);
    }
  } finally {
    recorder.close();
    await server.stop();
  }
  return reported;
}

interface Trial {
  readonly setup: string;
  readonly recorder: Recorder;
  readonly documents: TriedDocuments;
}

async function tryRow(row: ProviderRow, { setup, recorder, documents }: Trial): Promise<ReportedRow> {
  const document = documents[row.document ?? 'page'];
  const began = performance.now();
  const ended = await runVouch(configOf(row, recorder.port), row.doctor ? ['doctor', '--online', '--json'] : readingOf(row, document));
  const seconds = (performance.now() - began) / 1_000;
  // A call that Vouch has given up ends a moment later.
  await sleep(200);
  const answered = callsIn(recorder.taken());
  const bodies = row.doctor ? [] : bodiesOf(ended);
  const vouch = row.doctor ? findingIn(ended) : bodies.map(answerIn).join(' | ');
  const problems = [
    ...(row.server.test(answered) ? [] : [`the server should have answered ${row.server.source}`]),
    ...(row.vouch.test(vouch) ? [] : [`Vouch should have answered ${row.vouch.source}`]),
    ...(row.doctor || bodies.length === (row.times ?? 1) ? [] : [`Vouch ended with ${ended.code}: ${ended.stderr.slice(-300)}`]),
    ...bodies.flatMap((body) => falseValues(body, document)),
  ];
  return { server: setup, tried: row.tried, answered, vouch, seconds, problems };
}

const readingOf = ({ times = 1 }: ProviderRow, { file, schema }: TriedDocument): readonly string[] => [
  'extract',
  ...new Array<string>(times).fill(file),
  ...['--schema', schema, '--json', '--jobs', String(times)],
];

/** Patience for a machine that has better things to do; a row that is about time sets its own. */
const patient = { timeout_ms: 900_000, silence_ms: 300_000 };

const configOf = ({ line, settings }: ProviderRow, port: number): object => ({
  deadline_ms: 1_800_000,
  ...settings,
  tiers: [{ use: 'llama-cpp', model: 'any', base_url: `http://127.0.0.1:${port}/v1`, api_key: key, ...patient, ...line }],
});

/** The answers: one that is printed as it is, or one a line. */
function bodiesOf({ stdout }: Ended): readonly unknown[] {
  const whole = json(stdout);
  return whole === undefined
    ? stdout
        .split('\n')
        .filter((line) => line !== '')
        .map(json)
    : [whole];
}

/** What the doctor found of the provider. */
const findingIn = ({ stdout }: Ended): string =>
  listAt(json(stdout), 'findings')
    .filter((finding) => textAt(finding, 'name') === 'providers')
    .map((finding) => `${textAt(finding, 'verdict')}: ${textAt(finding, 'says')}`)
    .join('; ');
