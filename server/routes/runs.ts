import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultThreshold, type JsonObject, parseSchema, type Schema, type SourceFile } from '../../core/index.js';
import { valueAt } from '../client/evidence.js';
import { csvOf } from '../export/csv.js';
import { facturxOf } from '../export/e-invoice/facturx.js';
import { eInvoiceOf } from '../export/e-invoice/write.js';
import { annotatedPdf } from '../export/marks.js';
import { answerTables } from '../export/tables.js';
import { workbookOf } from '../export/workbook.js';
import { outcomeOf } from '../extraction/extract.js';
import type { ConfirmedValues } from '../extraction/review.js';
import { recipientFor } from '../extraction/sealed-store.js';
import { callersCounted, type WorkSlots, workSlots } from '../guards/admission.js';
import { askedResource, nameOf, requiredCallerOf } from '../guards/caller.js';
import { requireCaller } from '../guards/require-caller.js';
import { existing, fromStore, Refusal } from '../http/refusal.js';
import { type Call, readsJsonOnly } from '../http/request.js';
import type { Upload } from '../http/upload/read-upload.js';
import { type JudgeTerms, judge, stateAfter } from '../jobs/review/judge.js';
import { isOpen, judgedBy, type KeptVerdict, type OpenedRun, openRun, shownRun, verdictName } from '../jobs/review/sealed-run.js';
import { claimIn, verdictIn } from '../jobs/review/verdict-form.js';
import { openRequest } from '../jobs/sealed-job.js';
import { readDocument } from '../jobs/store-document.js';
import type { JobStore } from '../state/job-store.js';
import type { RunRecord, RunStore } from '../state/run-store.js';
import { type Recipient, type SealingServices, sealFor } from '../state/sealing.js';
import { type ExportFormat, exportFormats, type RunsQuery } from '../wire/queries.js';
import type { JudgedRunBody, RunBody, RunsBody, WholeRunBody } from '../wire/runs.js';
import { wire } from '../wire/wire.js';
import { type ExtractServices, goneSignal } from './extract.js';
import { jobBody } from './job-answer.js';

export interface RunServices extends ExtractServices, SealingServices {
  readonly runs: RunStore;
  readonly jobs: Pick<JobStore, 'documents'>;
}

type SlottedServices = RunServices & { readonly slots: WorkSlots };

/** A whole table can be corrected at once. */
const bodyLimit = 2_097_152;
/** How long a run is a reviewer's after the last verdict or claim. */
const leaseMs = 600_000;

/** `/v1/runs`: answers that people look at, for callers with the scope `review`. */
export async function runsRoutes(app: FastifyInstance, parts: RunServices): Promise<void> {
  const services: SlottedServices = { ...parts, slots: workSlots(parts.limits) };
  const { operations, telemetry, authentication } = services;
  const { guard, hooks } = telemetry;
  await app.register(async (scope) => {
    readsJsonOnly(scope, bodyLimit);
    const mayAsk = { ...hooks, onRequest: [guard, requireCaller(authentication, 'review')] };
    const seen = { ...mayAsk, exposeHeadRoute: true };
    scope.get<{ Querystring: RunsQuery }>('/v1/runs', { ...seen, schema: operations.runs }, async (request) => list(services, request));
    scope.get('/v1/runs/:id', { ...seen, schema: operations.run }, async (request) => show(services, request));
    scope.get('/v1/runs/:id/document', { ...seen, schema: operations.runDocument }, async (request, reply) => {
      const bytes = await documentOf(services, await found(services, request));
      return reply.type('application/octet-stream').send(bytes);
    });
    scope.get<{ Querystring: { readonly format: ExportFormat } }>(
      '/v1/runs/:id/export',
      { ...seen, schema: operations.exportRun },
      async (request, reply) => {
        const { format } = request.query;
        const content = await exported(services, format, { request, reply });
        const { type, ending } = exportFormats[format];
        return reply
          .type(type)
          .header('Content-Disposition', `attachment; filename="${askedResource(request).id}.${ending}"`)
          .send(content);
      },
    );
    scope.post('/v1/runs/:id/claim', { ...mayAsk, schema: operations.claimRun }, async (request) => claim(services, request));
    scope.post('/v1/runs/:id/verdicts', { ...mayAsk, schema: operations.judgeRun }, async (request, reply) =>
      judgeRun(services, { request, reply }),
    );
  });
}

async function list(services: RunServices, request: FastifyRequest<{ Querystring: RunsQuery }>): Promise<RunsBody> {
  const { state, cursor, limit } = request.query;
  const recipient = await recipientFor(request, services.keys);
  const owner = askedResource(request).owner;
  const page = await fromStore(services.runs.list(owner, { state, after: cursor, limit }));
  return { runs: page.runs.map((run) => runBody(run, recipient)), next: page.next ?? null };
}

async function show(services: RunServices, request: FastifyRequest): Promise<WholeRunBody> {
  const run = await found(services, request);
  const recipient = await recipientFor(request, services.keys);
  const whole = opened(recipient, run);
  const { first, verdicts, result } = shownRun(whole, run);
  return {
    ...runBody(run, recipient),
    review: whole.review,
    schema: (await wishesOf(services, run, whole)).outputSchema,
    result,
    ...(result !== first && { first }),
    verdicts: verdicts.map(({ result: _, review: __, ...verdict }) => verdict),
    ...(run.state === 'confirmed' && { weighed: whole.leaves }),
  };
}

/** A run as a file of this format. Its links lead to the document under its own name, beside the file. */
async function exported(services: SlottedServices, format: ExportFormat, call: Call): Promise<Buffer | string> {
  const { request } = call;
  const run = await found(services, request);
  const whole = opened(await recipientFor(request, services.keys), run);
  const { result } = shownRun(whole, run);
  if (format === 'pdf')
    return Buffer.from(await withDocument(services, { run, call }, (file) => annotatedPdf(file, result, services.engine)));
  const { file, ...wishes } = await wishesOf(services, run, whole);
  const schema = parseSchema(wishes.outputSchema);
  const answer = { kind: 'answered', file, body: result } as const;
  if (format === 'facturx')
    return Buffer.from(await withDocument(services, { run, call }, (own) => facturxOf({ file: own, answer, schema }, services.engine)));
  if (format === 'ubl' || format === 'cii') return eInvoiceOf(answer, schema, format).xml;
  const tables = answerTables([answer], { schema, threshold: wishes.threshold ?? defaultThreshold, addressOf: encodeURIComponent });
  if (format === 'xlsx') return Buffer.from(await workbookOf(tables));
  return tables.slice(-1).map(csvOf).join('');
}

async function claim(services: RunServices, request: FastifyRequest): Promise<RunBody> {
  const reviewer = claimIn(request.body);
  const { id, owner } = askedResource(request);
  const run = await found(services, request);
  if (!(await fromStore(services.runs.claim(owner, id, { reviewer, leaseMs })))) throw whyNot(run, { reviewer, version: run.version });
  return runBody(await found(services, request), await recipientFor(request, services.keys));
}

/** Takes a verdict. The work is done first and kept only if the run is still as it was seen: of two verdicts on one version one is kept. */
async function judgeRun(services: SlottedServices, call: Call): Promise<JudgedRunBody> {
  const { request } = call;
  const sent = verdictIn(request.body);
  const { id, owner } = askedResource(request);
  const run = await found(services, request);
  const recipient = await recipientFor(request, services.keys);
  const before = opened(recipient, run);
  const refused = refusalOf(run, sent, before);
  if (refused) throw refused;
  const terms = await judgeTerms(services, { run, before, call });
  const kept = await judge(before, sent, terms);
  const state = stateAfter(kept);
  const sealed = sealFor(recipient.publicKey, Buffer.from(JSON.stringify(kept)), verdictName(id, run.version + 1));
  const { version, reviewer } = sent;
  const caller = nameOf(requiredCallerOf(request));
  const said = await saidBy(services, { caller, kept, before, terms });
  if (!(await fromStore(services.runs.judge(owner, id, { version, reviewer, leaseMs, sealed, state, said })))) {
    const now = await found(services, request);
    throw whyNot(now, sent, opened(recipient, now));
  }
  if (state === 'confirmed') await services.reviews.confirmed(caller, terms.schema, valuesOf(terms.schema, objectOf({ kept, before })));
  const after = await found(services, request);
  const whole = opened(recipient, after);
  const { result, verdicts } = shownRun(whole, after);
  return { ...runBody(after, recipient), review: kept.review, result, changed: verdicts[version]?.changed ?? kept.changed };
}

interface RunToJudge {
  readonly run: RunRecord;
  readonly before: OpenedRun;
  readonly call: Call;
}

interface Decided {
  readonly kept: KeptVerdict;
  readonly before: OpenedRun;
  readonly terms: JudgeTerms;
}

/** What a verdict says of the reader; undefined for nothing. */
async function saidBy(
  { reviews }: RunServices,
  { caller, ...decided }: Decided & { readonly caller: string },
): Promise<string | undefined> {
  const seller = await reviews.seller(caller, decided.terms.schema, valuesOf(decided.terms.schema, objectOf(decided)));
  const judged = judgedBy(decided.before, decided.kept, seller);
  return judged.length === 0 ? undefined : JSON.stringify(judged);
}

/** What a run says after a verdict. */
const objectOf = ({ kept, before }: Pick<Decided, 'kept' | 'before'>): JsonObject | null => (kept.result ?? before.result).object;

const valuesOf = (schema: Schema, object: JsonObject | null): ConfirmedValues =>
  schema.fields.map(({ path }) => ({ path, value: valueAt(object, path) ?? null }));

async function judgeTerms(services: SlottedServices, { run, before, call }: RunToJudge): Promise<JudgeTerms> {
  const { request } = call;
  const { file: _, ...wishes } = await wishesOf(services, run, before);
  const schema = parseSchema(wishes.outputSchema);
  return {
    policy: await services.reviews.policy(nameOf(requiredCallerOf(request)), schema, valuesOf(schema, before.result.object)),
    schema,
    threshold: wishes.threshold,
    reassess: (given) =>
      withDocument(services, { run, call }, async (document, signal) => {
        const upload = { ...wishes, include: ['boxes' as const], verify: true, file: document, given };
        const followed = services.telemetry.of(call);
        const task = { caller: nameOf(requiredCallerOf(request)), ...followed, log: request.log, signal };
        const { outcome } = await outcomeOf(services, upload, task);
        return { outcome, body: wire(outcome, [...new Set([...wishes.include, ...upload.include])]) };
      }),
  };
}

/** Works with the document of a run as with one that is sent: when it is its caller's turn, in a parser of its caller. */
async function withDocument<T>(
  services: SlottedServices,
  { run, call: { request, reply } }: { readonly run: RunRecord; readonly call: Call },
  work: (document: SourceFile, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = goneSignal(reply);
  const bytes = await documentOf(services, run);
  const { file } = await requestOf(services, run);
  const release = await services.slots.acquire(callersCounted(request), signal);
  try {
    return await work({ name: file, bytes, caller: services.parserCaller(nameOf(requiredCallerOf(request))) }, signal);
  } finally {
    release();
  }
}

async function found({ runs }: RunServices, request: FastifyRequest): Promise<RunRecord> {
  const { id, owner } = askedResource(request);
  return existing('run', await fromStore(runs.find(owner, id)));
}

function opened(recipient: Recipient, run: RunRecord): OpenedRun {
  const whole = openRun(recipient, run);
  if (whole) return whole;
  throw new Refusal('RUN_CHANGED', 'The run is sealed for a former secret of this key: ask with that one while it works');
}

async function requestOf({ workersKey }: RunServices, { id, request }: RunRecord) {
  return openRequest(await fromStore(workersKey()), id, request);
}

/** What was asked for, with the name of the document, and by which schema it was read. */
async function wishesOf(
  services: RunServices,
  run: RunRecord,
  { schema }: OpenedRun,
): Promise<Omit<Upload, 'file'> & { readonly file: string }> {
  const { wishes, file } = await requestOf(services, run);
  const outputSchema = wishes.outputSchema ?? schema;
  if (outputSchema === undefined) throw new Error('a run has no schema');
  return { ...wishes, file, outputSchema };
}

async function documentOf(services: RunServices, run: RunRecord): Promise<Buffer> {
  if (!isOpen(run)) throw reviewed();
  const { document } = await requestOf(services, run);
  return Buffer.from(await readDocument({ pieces: services.jobs.documents, key: await fromStore(services.workersKey()) }, document));
}

const reviewed = (): Refusal =>
  new Refusal(
    'RUN_REVIEWED',
    'The run needs nobody any more, so that its document is deleted and no verdict is taken. GET it to see what was decided',
  );

interface SeenRun {
  readonly reviewer: string;
  readonly version: number;
}

/** Why a verdict cannot be taken; undefined where it can. */
function refusalOf(run: RunRecord, { reviewer, version }: SeenRun, { verdicts }: Pick<OpenedRun, 'verdicts'>): Refusal | undefined {
  if (version !== run.version) {
    const since = verdicts.slice(Math.max(0, version)).map((one) => `${one.path} was ${one.verdict} by ${one.reviewer}`);
    const what = since.length > 0 ? `: since then ${since.slice(0, 5).join(', ')}` : '';
    return new Refusal('RUN_CHANGED', `The run is at version ${run.version}, not ${version}${what}. GET it again`);
  }
  if (!isOpen(run)) return reviewed();
  if (run.claimedUntil !== null && run.reviewer !== reviewer)
    return new Refusal('RUN_CLAIMED', `${run.reviewer} is reviewing it; a claim ends ten minutes after its last verdict`);
  return undefined;
}

/** Of what another has changed at the same moment, nothing may be left to see. */
const whyNot = (run: RunRecord, seen: SeenRun, opened: Pick<OpenedRun, 'verdicts'> = { verdicts: [] }): Refusal =>
  refusalOf(run, seen, opened) ?? new Refusal('RUN_CHANGED', 'Another verdict came at the same moment. GET the run again');

function runBody(run: RunRecord, recipient: Recipient): RunBody {
  const { id, file, metadata, created_at, kept_until } = jobBody(run, recipient);
  const { state, version, reviewer, claimedUntil } = run;
  const shown = state === 'cleared' ? null : claimedUntil === null ? state : 'reviewing';
  return {
    id,
    state: shown,
    version,
    file,
    metadata,
    reviewer,
    claimed_until: claimedUntil?.toISOString() ?? null,
    created_at,
    kept_until,
  };
}
