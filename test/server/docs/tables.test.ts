import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../core/contracts/cap.js';
import { findingStrengths, reasonText, vetoes } from '../../../core/evidence/scoring/caps.js';
import type { FailureCode, VerificationStatus } from '../../../core/index.js';
import { schemaLimits } from '../../../core/schema/parse.js';
import { openMetrics } from '../../../server/index.js';
import { bands } from '../../../server/report/html.js';
import { guidePage, root } from '../../shipped/readme/markdown.js';
import { document } from '../support/conforms.js';

const bare = (cell = ''): string => cell.replaceAll('`', '');
const [scores, errors, verification, schemas, hosting] = [
  guidePage('scores'),
  guidePage('errors'),
  guidePage('verification'),
  guidePage('schemas'),
  guidePage('hosting'),
];

describe('the page on scores', () => {
  it('has every finding of the engine with its strength, in its order', () => {
    const rows = scores.table('finding').map(([name, value]) => [bare(name), value]);
    expect(rows).toEqual(Object.entries(findingStrengths).map(([name, value]) => [name, value.toFixed(2)]));
    expect(scores.table('finding').filter(([, , meaning = '']) => meaning.length < 8)).toEqual([]);
  });

  it('has every veto, with what it allows', () => {
    const rows = scores.table('veto').map(([name, most]) => [bare(name), most]);
    const all = Object.entries(findingStrengths).filter(([name]) => vetoes.has(name as CapName));
    expect(rows).toEqual(all.map(([name, value]) => [name, value.toFixed(2)]));
  });

  it('has every beginning that a reason can have', () => {
    const sources = readdirSync(join(root, 'core'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?:stages|evidence)\/.*\.ts$/.test(file))
      .map((file) => readFileSync(join(root, 'core', file), 'utf8'));
    const written = sources.flatMap((source) =>
      [...source.matchAll(/\bcap\(\s*(?:'[\w.]+'|name),\s*['`]([A-Z][a-z ]+)/g)].map(([, beginning]) => (beginning ?? '').trim()),
    );
    const beginnings = new Set([...Object.values(reasonText), ...written]);
    expect(new Set(scores.table('reason begins with').map(([beginning]) => bare(beginning)))).toEqual(beginnings);
  });

  it('has the levels of the report, with its words and actions', () => {
    const levels = bands.map(({ range, label: word, action }) => [range, word.toLowerCase(), action]);
    expect(scores.table('score')).toEqual(levels);
  });
});

describe('the page on errors', () => {
  it('has the codes of a failed extraction, all of them', () => {
    const codes = { EXTRACTION_FAILED: 0, LLM_ERROR: 0, PARSING_ERROR: 0, TIMEOUT_ERROR: 0 } satisfies Record<FailureCode, 0>;
    expect(errors.table('code').map(([code]) => bare(code))).toEqual(Object.keys(codes));
  });

  it('has every status that the document has', () => {
    const statuses = [...new Set(errors.table('status').map(([status = '']) => status))];
    const documented = [...Object.values(document.paths).flatMap((item) => Object.values(item)), document.components].flatMap(
      ({ responses }) => Object.keys(responses).map((name) => name.replace('Refused', '')),
    );
    expect(statuses).toEqual([...new Set(documented)].filter((status) => Number(status) >= 400).sort());
  });
});

it('the page on verification has the statuses of a verification', () => {
  const statuses = { PASSED: 0, FAILED: 0, PARTIAL: 0, CANNOT_VERIFY: 0, NO_RULES: 0 } satisfies Record<VerificationStatus, 0>;
  expect(verification.table('status').map(([status]) => bare(status))).toEqual(Object.keys(statuses));
});

it('the page on hosting has every metric, and no other', () => {
  const named = hosting.table('question').flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name));
  const { registry, ...metrics } = openMetrics({ registry: new Registry() });
  const never = { backlog: () => Promise.reject(new Error('nobody looks')) };
  metrics.watchJobs({ jobs: never, webhooks: never, pace: { paused: false } });
  metrics.watchRisk({ standing: never.backlog });
  const own = registry.getMetricsAsArray();
  expect(named.sort()).toEqual(own.map(({ name }) => name).sort());
});

it('the page on schemas has the limits of the code', () => {
  const { fields, depth, bytes } = schemaLimits;
  expect(schemas.page.replaceAll(/\s+/g, ' ')).toContain(`${fields} fields, ${depth} levels and ${bytes.toLocaleString('en')} bytes`);
});
