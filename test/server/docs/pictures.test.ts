import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { shippedSchemas } from '../../../config/schemas.js';
import { createEngine, type Engine, parseSchema } from '../../../core/index.js';
import { wire } from '../../../server/index.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { scoreExamples } from '../../measure/screens/score-examples.js';
import { asked, weighedExamples, weighingPicture } from '../../measure/screens/weighing/examples.js';
import { stepsOf } from '../../measure/screens/weighing/steps.js';
import { guidePage, guidePaths, root } from '../../shipped/readme/markdown.js';
import { call, openDoor } from '../support/door.js';

const folder = join(root, 'server/docs/pictures');
const files = readdirSync(folder);
const shown = [...guidePaths].flatMap(([page, file]) =>
  [...guidePage(page).page.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, words = '', path = '']) => ({
    page,
    words,
    path: relative('server/docs', join(dirname(file), path)),
  })),
);

/** Drawn by `vouch calibrate`, and by `npm run drawings`. */
const drawn = ['accepted-wrong.svg', 'weighing.svg'];

let engine: Engine;
beforeAll(async () => {
  engine = createEngine((await loadConfig({ env: {}, cwd: tmpdir() })).engine);
});
afterAll(() => engine.close());

it('every picture of the guide exists, is small, and has a description; there are no others', () => {
  expect(shown.map(({ path }) => path).sort()).toEqual(files.map((file) => `pictures/${file}`).sort());
  expect(shown.filter(({ words }) => words.length < 20)).toEqual([]);
  expect(files.filter((file) => statSync(join(folder, file)).size > 40_000)).toEqual([]);
});

it('every picture is served in its page', async () => {
  const app = await openDoor();
  for (const { page, words } of shown) {
    const { body } = await call(app, { url: `/docs/guide/${page}` });
    expect(body).toMatch(
      new RegExp(`<img src="data:image/(?:webp;base64,UklGR|svg\\+xml;base64,PHN2Zy)[A-Za-z0-9+/=]{1000,}" alt="${words}">`),
    );
  }
});

it('there is a picture of each example', () => {
  expect(files.filter((file) => !drawn.includes(file)).sort()).toEqual(scoreExamples.map(({ name }) => `${name}.webp`).sort());
});

/** A picture's description has to be what the engine says today. If it is not, `npm run screens` makes the pictures again. */
it.each(scoreExamples)(
  '$name shows what is answered',
  async ({ name, invoice, field }) => {
    const file = { name: `${name}.pdf`, bytes: await invoicePdf(invoice) };
    const { object } = wire(await engine.extract({ file, schema: parseSchema(JSON.stringify(shippedSchemas.invoice)) }));
    const meta = object?.['_meta'] as unknown as PictureMeta | undefined;
    const { score, reason } = meta?.field_confidence.find((entry) => entry.field === field) ?? {};
    const { words } = shown.find(({ path }) => path === `pictures/${name}.webp`) ?? { words: '' };
    expect(words.split(/: (?=\w)/).at(-1)).toBe(`${levelOf(score ?? 0)}, ${reason?.replace(/:.*$/, '')}`);
  },
  120_000,
);

/** If it is not, `npm run drawings` draws it again. */
it('the weighing that is shown is what is answered', async () => {
  expect(readFileSync(join(folder, 'weighing.svg'), 'utf8')).toBe(await weighingPicture(engine));
}, 120_000);

it('of the weighings, one is accepted against a doubt, one is held, and one is held by a veto', async () => {
  const ends = (await weighedExamples(engine)).map(({ entry }) => ({ score: entry.score, kind: stepsOf(entry).at(-1)?.kind }));
  expect(ends.map(({ score, kind }) => [score >= 0.85, kind])).toEqual([
    [true, 'against'],
    [false, 'against'],
    [false, 'veto'],
  ]);
  expect(JSON.parse(guidePage('scores').block('asked.json'))).toEqual(asked);
}, 120_000);

interface PictureMeta {
  readonly field_confidence: readonly { readonly field: string; readonly score: number; readonly reason: string }[];
}

/** The level of a score, from the page's own table. */
function levelOf(score: number): string | undefined {
  const rows = guidePage('scores').table('score');
  return rows.find(([range = '']) => score >= Number(/^\d\.\d+/.exec(range)?.[0] ?? 0))?.[1];
}
