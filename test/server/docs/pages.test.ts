import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { markdown } from '../../../server/reference/guide.js';
import { meta } from '../../../server/wire/extraction.js';
import { guidePage, guidePaths, markdownPage, root } from '../../shipped/readme/markdown.js';
import { call, openDoor } from '../support/door.js';

const names = [...guidePaths.keys()];

it('every page has a unique name, because the name is its address', () => {
  const files = readdirSync(join(root, 'server/docs'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  expect(names.toSorted()).toEqual(files.map((file) => basename(file, '.md')).toSorted());
});

it.each(names)('%s is served as a page that loads nothing', async (name) => {
  const { status, headers, body } = await call(await openDoor(), { url: `/docs/guide/${name}` });
  expect([status, headers['content-security-policy']]).toEqual([200, expect.stringMatching(/^default-src 'none'; style-src 'sha256-/)]);
  expect(body).toContain(`<title>${/^# (.+)$/m.exec(guidePage(name).page)?.[1]}</title>`);
  expect(body.match(/\s(?:srcset|style|on\w+)=|\ssrc="(?!data:image\/)/g)).toBeNull();
});

it.each(names)('every link of %s leads somewhere, on GitHub and on the server', async (name) => {
  const app = await openDoor();
  const { body } = await call(app, { url: `/docs/guide/${name}` });
  const links = [...body.matchAll(/<a [^>]*href="([^"#][^"]*)"/g)].map(([, href]) => new URL(href ?? '', `http://host/docs/guide/${name}`));
  for (const link of links.filter(({ host }) => host === 'host'))
    expect((await call(app, { url: link.pathname })).status, link.pathname).toBe(200);
  const targets = new Set([...guidePage(name).links].map((link) => join(dirname(guidePaths.get(name) ?? ''), link)));
  const pages = [...guidePaths].filter(([, path]) => targets.has(path)).map(([page]) => page);
  const linked = links.map(({ pathname }) => basename(pathname));
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});

it.each(names)('every file and heading that %s names in the repository exists', (name) => {
  const own = guidePaths.get(name) ?? '';
  const { page } = guidePage(name);
  const targets = [...page.matchAll(/\]\((?!https:)([^)#]*)(?:#([^)]+))?\)/g)];
  const missing = targets.filter(([, file = '', heading]) => {
    const path = file === '' ? own : join(dirname(own), file);
    if (!existsSync(join(root, path))) return true;
    return heading !== undefined && !markdown(markdownPage(path).page).text.includes(`id="${heading}"`);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it.each(names)('every member of `_meta` that %s names is in an answer', (name) => {
  const named = [...guidePage(name).page.matchAll(/_meta\.(\w+)/g)].map(([, member]) => member);
  expect(named.filter((member) => !Object.keys(meta.properties).includes(member ?? ''))).toEqual([]);
});

it('the guide itself leads to its index, under a prefix, too', async () => {
  const { status, headers } = await call(await openDoor(), { url: '/docs/guide' });
  expect([status, headers['location']]).toEqual([302, '/docs/guide/README']);
});

it('the answer for an unknown page lists the pages that exist', async () => {
  const { status, body } = await call(await openDoor(), { url: '/docs/guide/nothing' });
  expect([status, body.detail]).toEqual([
    404,
    expect.stringMatching(/^Not found: the pages of the guide are README, getting-started, schemas, scores/),
  ]);
});

it('a block that is to be saved is shown with its name', () => {
  expect(markdown('```json schema.json\n{}\n```').text).toContain('<p class="file"><code>schema.json</code></p>');
});

it('HTML in a page is shown as text, and a link into the repository is not followed', () => {
  const { text } = markdown(
    '# A <b>title</b>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](../../core/x.ts) [c](scores.md#caps)',
  );
  expect(text).not.toMatch(/<script|<b>|javascript:|core\//);
  expect(text).toContain('<a href="scores#caps">c</a>');
});
