import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidePage, root } from '../../shipped/readme/markdown.js';

const security = guidePage('security');

describe('the lists of OWASP', () => {
  const lists = [
    ['API Security Top 10, 2023', 'API', 1],
    ['LLM Applications Top 10, 2025', 'LLM', 2],
  ] as const;

  it.each(lists)('%s: has its ten risks in order', (list, prefix, digits) => {
    const risks = security.table(list).map(([risk = '']) => risk.split(' ')[0]);
    expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => `${prefix}${String(index + 1).padStart(digits, '0')}`));
  });

  it.each(lists)('%s: says of each what is done, and names tests that exist', (list) => {
    for (const [risk, done = '', tests = ''] of security.table(list)) {
      const files = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join(root, 'server/docs/operate', link));
      expect([risk, done.length > 40, files.length > 0]).toEqual([risk, true, true]);
      expect(files.filter((file) => !file.endsWith('.test.ts') || !existsSync(file))).toEqual([]);
    }
  });
});

it('what is promised stands on this page only, and the policy for reports leads to it', () => {
  const policy = readFileSync(join(root, '.github/SECURITY.md'), 'utf8');
  expect(policy).toContain('(../server/docs/operate/security.md)');
  expect(policy).not.toMatch(/sandbox|child process|HMAC|quota/i);
});
