import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultConfig, settings, shippedSchemas } from '../../../config/index.js';
import { incompleteConfidence } from '../../../core/evidence/scoring/caps.js';
import { engineDefaults, type FailureCode } from '../../../core/index.js';
import { schemaLimits } from '../../../core/schema/parse.js';
import { maxCells } from '../../../core/stages/ground.js';
import docx from '../../../plugins/converters/docx.js';
import { llmOptions } from '../../../plugins/models/llm/options.js';
import ppocr from '../../../plugins/recognizers/ppocr.js';
import tesseract from '../../../plugins/recognizers/tesseract.js';
import { sandboxOptions } from '../../../plugins/sandbox/sandbox.js';
import { exitCodes } from '../../../server/cli/exit-codes.js';
import { defaultLimits } from '../../../server/http/limits.js';
import { refusals } from '../../../server/http/refusal.js';
import { wireSchemas } from '../../../server/index.js';
import { document } from '../../server/support/conformity.js';
import { guides } from './guides.js';
import { guidePage, guidePaths } from './markdown.js';
import { links, linksOf, page, root } from './page.js';

/** What the README and the guide say in tables and numbers, compared with the code. */
const tableOf = (name: string) => guidePage(name).table;
const column = (name: string, head: string, index = 0): readonly string[] => tableOf(name)(head).map((row) => row[index] ?? '');
const bare = (cell: string): string => cell.replaceAll('`', '');

describe('the error tables', () => {
  it('list the codes of a failed extraction, all of them', () => {
    const codes = { EXTRACTION_FAILED: 0, LLM_ERROR: 0, PARSING_ERROR: 0, TIMEOUT_ERROR: 0 } satisfies Record<FailureCode, 0>;
    expect(column('errors', 'code').map(bare)).toEqual(Object.keys(codes));
    const [, failed] = wireSchemas.extraction.anyOf;
    expect(failed).toMatchObject({ properties: { error: { properties: { code: { enum: Object.keys(codes) } } } } });
  });

  it('list the statuses that the server can answer with, all of them', () => {
    const { CLIENT_GONE: _, ...sent } = refusals;
    const written = Object.values(sent).map(String);
    expect(written.length).toBeGreaterThan(25);
    const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^(?:cli|client)\//.test(file))
      .map((file) => readFileSync(join(root, 'server', file), 'utf8'));
    const literal = sources.flatMap((source) => [...source.matchAll(/\b(?:code|writeHead)\(([45]\d\d)\b/g)].map(([, status]) => status));
    expect(literal.filter((status) => !written.includes(status ?? ''))).toEqual([]);
    expect(column('errors', 'status')).toEqual(written);
  });
});

it('the endpoints are those of the server', () => {
  const listed = column('api', 'request').map((cell) => bare(cell).split(' '));
  expect(Object.fromEntries(listed.map(([method = '', path = '']) => [path, method]))).toEqual(
    Object.fromEntries(
      Object.entries(document.paths)
        .filter(([path]) => path !== '/metrics')
        .map(([path, item]) => [path.replace(/\{(\w+)\}/, ':$1'), Object.keys(item)[0]?.toUpperCase()]),
    ),
  );
});

it('the settings are those of the configuration', () => {
  const code = (text: string | null): string => (text === null ? '' : `\`${text}\``);
  const byDefault = (key: string | null): string => {
    const value = (key ?? '')
      .split('.')
      .reduce((inner: unknown, step) => (inner as Record<string, unknown> | undefined)?.[step], defaultConfig);
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? '' : `\`${value}\``;
  };
  const rows = settings.map(({ env, key, flag, meaning }) => [code(env), code(key), code(flag), byDefault(key), meaning]);
  expect(tableOf('settings')('environment')).toEqual(rows);
});

it('the exit codes are those of the command line', () => {
  expect(tableOf('commands')('exit code')).toEqual(Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]));
});

it('the overall score of an incomplete answer is that of the engine', () => {
  expect(guidePage('scores').section('The overall score')).toContain(`at most ${incompleteConfidence}`);
});

it('the limits are those of the code', () => {
  const limits = defaultLimits();
  const ocr = (name: 'deadline_ms' | 'memory_mb'): number => tesseract.options?.properties[name].default ?? 0;
  const { properties: options } = docx.options ?? { properties: {} };
  const inDocx = (name: string): string => number((options as Record<string, { readonly default?: unknown }>)[name]?.default);
  const { failures, pauseMs, longestPauseMs, retriesAMinute } = engineDefaults.outages;
  const facts = [
    `${number(limits.fileBytes)} bytes, ${sandboxOptions.max_pages.default} pages`,
    `${sandboxOptions.deadline_ms.default / 1000} s and ${sandboxOptions.memory_mb.default} MB`,
    `${ocr('deadline_ms') / 1000} s, and ${ocr('memory_mb')} MB of memory (\`ppocr\` ${number(ppocr.options?.properties.memory_mb.default)} MB)`,
    `${Math.floor(limits.storedBytes / 1e9)} GB: its files, and the documents of its jobs that have not ended`,
    `${inDocx('max_inflated_mb')} MiB in all, ${inDocx('max_part_mb')} MB a part, ${inDocx('max_parts')} parts, ${inDocx('max_elements')} elements; ${inDocx('max_paragraphs')} paragraphs, line breaks or cells`,
    `${number(schemaLimits.bytes)} bytes, ${schemaLimits.fields} fields, ${schemaLimits.depth} levels, ${schemaLimits.nameLength} characters`,
    `${number(limits.dataBytes)} bytes, and as many of quotes`,
    `${number(maxCells)}, the fields of each row counted`,
    `${engineDefaults.deadlineMs / 1000} s; one call to a provider ${llmOptions.timeout_ms.default / 1000} s until the answer begins, then ${llmOptions.silence_ms.default / 1000} s of silence`,
    `not called any more after ${failures} failures in a row, for ${pauseMs / 1_000} s, then twice as long up to ${longestPauseMs / 1_000} s`,
    `2 for each call; a tenth of all calls to a model, and ${retriesAMinute} a minute`,
    `(\`VOUCH_DAILY_TOKENS\`); ${defaultConfig.server.daily_tokens || 'no limit'} as shipped`,
    `as you allow; ${defaultConfig.server.daily_tokens_per_key || defaultConfig.server.daily_cost_per_key || 'no limit'} as shipped`,
    `${defaultConfig.server.rate_limit} request a second`,
    `${limits.playgroundCredits} credits a UTC day and address, ${limits.playgroundTogether} requests at once`,
    `${engineDefaults.credits.page} a page, and ${engineDefaults.credits.fallbackPage} more`,
  ];
  expect(column('settings', 'limit', 1)).toEqual(facts.map((fact) => expect.stringContaining(fact)));
  expect(column('api', 'form field', 1)).toContainEqual(expect.stringContaining(`default ${engineDefaults.threshold}:`));
});

const number = (value: unknown): string => Number(value).toLocaleString('en');

describe('the README', () => {
  it('has at most 1,200 words, code included', () => {
    expect(page.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(1_200);
  });

  it('says how many decisions there are', () => {
    const [, count] = /\[(\d+) decisions\]/.exec(page) ?? [];
    expect(Number(count)).toBe(tableOf('decisions')('question').length);
  });

  it('links only files that exist', () => {
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });

  it('links every page of the guide', () => {
    expect([...guidePaths.values()].filter((path) => !links.includes(path))).toEqual([]);
  });
});

it.each(['README.md', ...guides.map(({ path }) => path), ...guidePaths.values()])('every source file that %s names exists', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const named = text.matchAll(/(?<![\w./-])(?:core|plugins|config|server|test|deploy)\/[\w./-]*\w\.(?:ts|tsx|js|json|md|pdf|yaml|conf)\b/g);
  expect([...named].map(([file]) => file).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('the page on architecture names every stage of the pipeline, in execution order', () => {
  const stages = [
    'convert',
    'recognize',
    'split',
    'prepare',
    'given',
    'read',
    'mend',
    'confirm',
    'seek',
    'ground',
    'settle',
    'verify',
    'appraise',
    'doubt',
    'add-meta',
  ];
  const linked = linksOf(guidePage('architecture').page).flatMap((link) => /core\/stages\/([\w-]+)\.ts$/.exec(link)?.[1] ?? []);
  expect(linked).toEqual(stages);
  const imported = [...readFileSync(join(root, 'core/pipeline.ts'), 'utf8').matchAll(/'\.\/stages\/([\w-]+)\.js'/g)].map(
    (match) => match[1],
  );
  expect([...stages].sort()).toEqual([...new Set(imported)].sort());
});

it('the page on schemas says how many are shipped', () => {
  expect(Object.keys(shippedSchemas)).toHaveLength(9);
  expect(guidePage('schemas').page).toMatch(/Nine\s+schemas/);
});
