import { beforeAll, describe, expect, it } from 'vitest';
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
