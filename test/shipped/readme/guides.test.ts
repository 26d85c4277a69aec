import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../../core/index.js';
import { document } from '../../server/support/conformity.js';
import { guide, guides } from './guides.js';
import { guidePage } from './markdown.js';
import { linksOf, root } from './page.js';

it.each(guides)('$path links files that exist', ({ path, text }) => {
  expect(linksOf(text).filter((link) => !existsSync(join(root, dirname(path), link)))).toEqual([]);
});

describe('CONTRIBUTING.md', () => {
  const text = guide('.github/CONTRIBUTING.md');

  it('knows every folder', () => {
    const listed = [...text.matchAll(/^\| `(\w+)\/` \|/gm)].map((match) => match[1]);
    expect(listed).toEqual(
      guidePage('architecture')
        .table('folder')
        .map(([folder = '']) => folder.replace(/[`/]/g, '')),
    );
    expect(readdirSync(root)).toEqual(expect.arrayContaining(listed));
  });

  it('runs some of the tests in the way that npm test runs all of them', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Record<string, string> };
    const [, command = '', part = ''] = /^npx (vitest .*) (test\/\S+)$/m.exec(text) ?? [];
    expect([command !== '' && scripts['test']?.endsWith(command), existsSync(join(root, part))]).toEqual([true, true]);
  });
});

it('the newest entry of the changelog is the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const versions = [...guide('server/docs/CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\] - (?:unreleased|\d{4}-\d{2}-\d{2})$/gm)];
  expect(versions[0]?.[1]).toBe(version);
});

describe('llms.txt', () => {
  const text = guide('server/docs/llms.txt');

  it('begins as llmstxt.org demands: a name, and a description in a quote', () => {
    expect(text).toMatch(/^# .+\n\n> .+\n/);
  });

  it('names endpoints that exist, and every form field and failure code', () => {
    const paths = [...text.matchAll(/(?:`(?:POST |GET )?|\()(\/[\w/.]+)[`)]/g)].map((match) => match[1] ?? '');
    expect([paths.length > 1, paths.filter((path) => !(path in document.paths))]).toEqual([true, []]);
    const fields = [...text.matchAll(/^- `(\w+)`: /gm)].map((match) => `\`${match[1]}\``);
    expect(fields).toEqual(
      guidePage('api')
        .table('form field')
        .map(([field]) => field),
    );
    const codes = { EXTRACTION_FAILED: 0, LLM_ERROR: 0, PARSING_ERROR: 0, TIMEOUT_ERROR: 0 } satisfies Record<FailureCode, 0>;
    expect(text.match(/\b[A-Z]+_(?:ERROR|FAILED)\b/g)).toEqual(Object.keys(codes));
  });
});
