import { verdictKinds } from '../state/run-store.js';
import { exportFormats, exportQuery, runsQuery } from '../wire/queries.js';
import { judgedRun, type RunBody, run, runs, wholeRun } from '../wire/runs.js';
import { list, maybe, string } from '../wire/schema-parts.js';
import { Type } from '../wire/typed-schema.js';
import { bodyOf, idOf, json, operations, type ServerTerms, textual } from './operation.js';
import { badQuery, type DocumentedRefusal, unknown } from './refusals.js';

const shown: RunBody = {
  id: 'job_01KB8Y3Q7ZC9V5R1WXM2T4D6E8',
  state: 'to_review',
  version: 0,
  file: 'invoice.pdf',
  metadata: null,
  reviewer: null,
  claimed_until: null,
  created_at: '2026-11-23T20:00:00.000Z',
  kept_until: '2026-11-30T20:00:03.000Z',
};
const corrected = { path: '$.total', verdict: 'corrected', value: 119, reviewer: 'anna', version: 0 };
const claimed = { reviewer: 'anna' };

const conflicts: DocumentedRefusal = {
  when: 'The run has changed since it was looked at, somebody else has claimed it, or it is reviewed',
  details: {
    Changed: 'The run is at version 2, not 1: since then $.total was corrected by anna. GET it again',
    Claimed: 'anna is reviewing it; a claim ends ten minutes after its last verdict',
    Reviewed: 'The run needs nobody any more, so that its document is deleted and no verdict is taken. GET it to see what was decided',
  },
};

export function runOperations(terms: ServerTerms) {
  const params = idOf('run', shown.id);
  const headers = ['Server-Timing'] as const;
  return operations(terms, { tag: 'Review', scope: 'review' })({
    runs: {
      summary: 'Answers that people look at',
      description: 'What there is most to lose with comes first: the largest amount times the doubt. Without those that need nobody.',
      querystring: runsQuery,
      answers: { 200: json('A page of them', runs, { example: { runs: [shown], next: null }, headers }) },
      refused: { 400: badQuery(runsQuery, 'limit') },
      sample: { path: '/v1/runs?state=to_review' },
    },
    run: {
      params,
      summary: 'A run, with all that was read and decided',
      description: 'The answer as it is now and as it was first read, what is left for a person, and every verdict.',
      answers: { 200: json('The run', wholeRun, { headers }) },
      refused: { 404: unknown('run'), 409: conflicts },
      sample: { path: '/v1/runs/$JOB' },
    },
    runDocument: {
      params,
      summary: 'The document of a run',
      description: 'As it was sent. It is deleted once the run is confirmed or rejected, or is kept no longer.',
      answers: { 200: textual('Its bytes', 'application/octet-stream', ...headers) },
      refused: { 404: unknown('run'), 409: conflicts },
      sample: { path: '/v1/runs/$JOB/document' },
    },
    exportRun: {
      params,
      summary: 'A run as a file that people open',
      description:
        'A workbook with a sheet for each list and one with what proves each value; the last one alone as CSV; while the run is open, the document as a PDF ' +
        'with a box and a score at each value; or an electronic invoice or credit note in UBL or CII by EN 16931, which begins with a comment that names the required terms ' +
        'that are not known, or while the run is open the document, a PDF, with one inside (`facturx`).',
      querystring: exportQuery,
      answers: {
        200: {
          ...textual('Its bytes', exportFormats.xlsx.type, 'Content-Disposition', ...headers),
          content: Object.fromEntries(Object.values(exportFormats).map(({ type }) => [type, { schema: Type.String() }])),
        },
      },
      refused: { 400: badQuery(exportQuery, 'format'), 404: unknown('run'), 409: conflicts },
      sample: { path: '/v1/runs/$JOB/export?format=xlsx' },
    },
    claimRun: {
      params,
      summary: 'Claim a run',
      description: 'For ten minutes, and ten more after each verdict, nobody else can judge it.',
      body: bodyOf({ reviewer }, claimed),
      answers: { 200: json('The run', run, { example: { ...shown, state: 'reviewing', reviewer: 'anna' }, headers }) },
      refused: { ...badBodies, 404: unknown('run'), 409: conflicts },
      sample: { path: '/v1/runs/$JOB/claim', method: 'POST', body: claimed },
    },
    judgeRun: {
      params,
      summary: 'Give a verdict',
      description:
        'On one value, or with the path `$` on the whole document. What is corrected is found on the page, scored and checked again with all the rest, and ' +
        'the answer says what changed. Nothing is overwritten.',
      body: bodyOf(verdictMembers, corrected),
      answers: { 200: json('The run as it is then', judgedRun, { headers }) },
      refused: { ...badBodies, 404: unknown('run'), 409: conflicts },
      sample: { path: '/v1/runs/$JOB/verdicts', label: 'Correct a value', method: 'POST', body: corrected },
    },
  });
}

const reviewer = Type.String({ description: 'Who decides, in words of your own' });
const verdictMembers = {
  path: Type.String({ description: 'That of the value, or `$` for the document as a whole' }),
  verdict: Type.Unsafe<string>({ enum: verdictKinds, description: '`postponed` and `rejected` are about the whole document' }),
  reviewer,
  version: Type.Integer({ description: 'The `version` of the run that was looked at' }),
  value: maybe('Of a correction: by the schema, or as it is printed; for a list, all its rows', Type.Unknown()),
  page: maybe('Of a correction: the page that its value stands on, and that of boxes that name none', Type.Integer()),
  boxes: maybe('Of a correction: where it stands. Without a `value` the words there are it', list(Type.Object({}))),
  reasons: maybe('Why the document is rejected, which must be said, or put off', list(string)),
};

const badBodies: Readonly<Record<number, DocumentedRefusal>> = {
  400: {
    when: 'The body cannot be used; or the request is not valid HTTP',
    details: { 'No value': 'A correction needs a value, or boxes around the words that are it' },
  },
  413: { when: 'The body is too large', details: { Large: 'The request is too large' } },
  415: { when: 'The body is not JSON', details: { 'A form': 'The request must be application/json' } },
};
