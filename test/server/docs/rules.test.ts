import { beforeAll, describe, expect, it } from 'vitest';
import { logistic, logit, unmeasuredWeight } from '../../../core/evidence/scoring/weigh.js';
import { project } from '../../shipped/readme/clone.js';
import { guidePage, root } from '../../shipped/readme/markdown.js';

/** What the page's own rules say. That they compile is tested with every page. */
const guide = guidePage('rules');
const team = project({ path: root });

beforeAll(() => {
  team.add('package.json', '{"type": "module"}');
  for (const name of ['vendors.csv', 'rules/vendors.ts']) team.add(name, guide.block(name));
  team.add(
    'status.mjs',
    `import { runRule } from 'vouch/testing';
import vendors from './rules/vendors.ts';
const [seller_name, iban = null] = process.argv.slice(2);
const { checks } = await runRule(vendors, { options: { csv: './vendors.csv' }, reading: { seller_name, iban, total: '1.00' } });
process.stdout.write(checks.map(({ status }) => status).join());`,
  );
});

describe('the list of vendors in code', () => {
  it.each([
    [['Northwind Stationery Ltd', 'GB82 WEST 1234 5698 7654 32'], 'PASSED'],
    [['Northwind Stationery Ltd', 'IE29 AIBK 9311 5212 3456 78'], 'PASSED,FAILED'],
    [['Northwind Stationery Ltd'], 'CANNOT_VERIFY'],
  ])('of %j says %s', async (read, status) => {
    const { out, err } = await team.run(`node status.mjs ${read.map((value) => `'${value}'`).join(' ')}`);
    expect([err.replaceAll(/^.*Warning.*$|^\(Use .*$/gm, '').trim(), out]).toEqual(['', status]);
  });
});

it('the strengths weigh what the page says', () => {
  const names = {
    veto: ['rule.veto', 'rule.known'],
    strong: ['rule.refuted', 'rule.known'],
    weak: ['rule.doubted', 'rule.holds'],
  } as const;
  const rows = Object.entries(names).map(([strength, [fails, holds]]) => {
    const weights = [fails, holds].map((name) => unmeasuredWeight({ name }));
    const after = [0.9, 0.95].map((score) => logistic(logit(score) + (weights[0] ?? 0)).toFixed(2)).join(', ');
    return [strength, weights[0]?.toFixed(2).replace('-', '−'), after, `+${weights[1]?.toFixed(2)}`];
  });
  const said = guide
    .table('strength')
    .map(([name = '', fails = '', after, holds]) => [/\w+/.exec(name)?.[0], fails.split(',')[0], after, holds]);
  expect(said).toEqual(rows);
});
