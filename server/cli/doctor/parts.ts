import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type ServerSettings, sandboxIsolation } from '../../../config/index.js';
import {
  createEngine,
  type Document,
  definePlugin,
  type Engine,
  type EngineSettings,
  type Part,
  parseSchema,
} from '../../../core/index.js';
import { openStore } from '../../state/open-store.js';
import type { KeyRecord } from '../../state/store.js';
import { type DoctorFinding, fail, messageOf, ok, unlessBusy, warn } from './finding.js';

const makeKey = 'Make one with npx vouch key create, or set VOUCH_KEYS.';

/** Checks whether the store works and whether there is a key. A file that does not exist yet is not created. */
export async function store(address: string, keys: readonly string[], cwd: string): Promise<DoctorFinding> {
  if (address === 'memory:')
    return warn('store', 'memory: forgets all when the process ends', 'Name a file: --store sqlite:<file>, or VOUCH_STORE.');
  const [kind = ''] = address.split(':');
  if (kind === 'sqlite' && !existsSync(resolve(cwd, address.slice('sqlite:'.length))))
    return keys.length > 0
      ? ok('store', 'made at the first start')
      : warn('store', 'made at the first start; there is no API key yet', makeKey);
  return askStore(address, kind, keys);
}

/** Opens and asks the store. Its address may hold a password, so only its kind is shown. */
async function askStore(address: string, kind: string, keys: readonly string[]): Promise<DoctorFinding> {
  try {
    const opened = openStore(address);
    try {
      // The first attempt may time out, because it connects and creates missing tables.
      await opened.ping().catch(() => opened.ping());
      const live = (await opened.keys.list()).filter(isLive).length + keys.length;
      return live > 0
        ? ok('store', `${kind} answers, ${live} ${live === 1 ? 'key' : 'keys'}`)
        : warn('store', `${kind} answers; there is no API key that works`, makeKey);
    } finally {
      await opened.close();
    }
  } catch (error) {
    return fail('store', messageOf(error), 'Check VOUCH_STORE, and that this user may use it.');
  }
}

const isLive = ({ revokedAt, expiresAt }: KeyRecord): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());

/** Checks with a free call whether each remote model can be reached. */
export async function providers(engine: Engine, online: boolean): Promise<readonly DoctorFinding[]> {
  if (engine.remote.length === 0) return [ok('providers', 'all models run here; no network is needed')];
  if (!online) return [ok('providers', `${engine.remote.map(({ label }) => label).join(', ')}: not asked; --online asks, at no cost`)];
  return Promise.all(
    engine.remote.map(async ({ label, reach }) => {
      try {
        await reach(AbortSignal.timeout(15_000));
        return ok('providers', `${label} is there and takes the key`);
      } catch (error) {
        return fail(
          'providers',
          messageOf(error),
          'Check the key, the name of the model and base_url, and that this machine may connect there.',
        );
      }
    }),
  );
}

/** Isolation that only the Linux kernel provides, and that many containers forbid. */
const kernelOnly: readonly string[] = ['network', 'sockets', 'signals'];

/** Whether the children that parse untrusted files are isolated, as tested from inside one. */
export async function sandbox(): Promise<DoctorFinding> {
  try {
    return sandboxFinding(await sandboxIsolation());
  } catch (error) {
    return fail('sandbox', messageOf(error), unlessBusy('Run npm run build in a clone; else install Vouch anew.'));
  }
}

/** What the settings give up; none where they give up nothing. */
export function givenUp({ sandbox: least, parserPer }: Pick<ServerSettings, 'sandbox' | 'parserPer'>): readonly DoctorFinding[] {
  const shared = 'a document that takes its parser over can read and change those of other callers that come after it';
  const none = 'where nothing isolates a parser, a document that takes it over can read and change all that the server can';
  return [
    ...(parserPer === 'shared'
      ? [warn('sandbox', `VOUCH_PARSER_PER=shared: ${shared}`, 'Set it to caller, and raise callers of the converters.')]
      : []),
    ...(least === 'none-accepted'
      ? [warn('sandbox', `VOUCH_SANDBOX=none-accepted: ${none}`, 'Set it to permissions, or to full where namespaces are allowed.')]
      : []),
  ];
}

/** The finding for a report; an entry is true where a parser is kept from it. */
export function sandboxFinding(report: Readonly<Record<string, boolean>>): DoctorFinding {
  const names = (kept: boolean) => Object.keys(report).filter((name) => report[name] === kept);
  const [closed, open] = [names(true), names(false)];
  const says = `a parser is kept from: ${closed.join(', ')}`;
  if (open.some((name) => !kernelOnly.includes(name)))
    return fail(
      'sandbox',
      `a parser is not kept from: ${open.join(', ')}`,
      'Run on Linux, with the Node that npx vouch uses and no NODE_OPTIONS of your own.',
    );
  if (open.length > 0)
    return warn(
      'sandbox',
      `${says}; a parser that is taken over could reach: ${open.join(', ')}`,
      'Allow unprivileged user namespaces (unshare and setpriv of util-linux), or close the network with the container or a firewall; VOUCH_SANDBOX=full has the server refuse to start with less.',
    );
  return ok('sandbox', says);
}

/** Lets each configured OCR engine read the sample page, in its own child process as always. */
export async function ocr(settings: EngineSettings): Promise<readonly DoctorFinding[]> {
  const { recognizers = [] } = settings;
  if (recognizers.length === 0)
    return [warn('ocr', 'none is configured', 'Pages that are pictures are not read; set recognizers: [tesseract].')];
  return Promise.all(recognizers.map((recognizer) => tryRecognizer(recognizer, settings)));
}

/**
 * A page without a text layer that says THE LITTLE TAXI, TALL TILE 147, HALL LINE 714: its letters are drawn as lines, so that only an OCR engine
 * can read them, and there are enough of them to tell which side is up.
 */
const sample = join(createRequire(import.meta.url).resolve('vouch/package.json'), '../server/cli/doctor/ocr-sample.pdf');

/** An engine may misread letters, but not figures. */
const figures = ['147', '714'];

/** An engine is optional: who left it out has no broken installation. */
const leftOut = 'Pages that are pictures are not read by it until then; leave it out of recognizers where that is meant.';

async function tryRecognizer(recognizer: Part<'recognizer'>, settings: EngineSettings): Promise<DoctorFinding> {
  const name = recognizer.label ?? recognizer.plugin.name;
  const reinstall = unlessBusy('Install Vouch anew with its optional packages, or leave this engine out of recognizers.');
  try {
    const [page] = (await sampleReadBy(recognizer, settings))?.pages ?? [];
    const text = page?.words.map((word) => word.text).join(' ') ?? '';
    if (figures.every((figure) => text.includes(figure))) return ok('ocr', `${name} reads`);
    if (page?.unread?.includes('is not installed here')) return warn('ocr', `${name}: ${page.unread}`, leftOut);
    if (page?.unread !== undefined) return fail('ocr', `${name}: ${page.unread}`, reinstall);
    return fail('ocr', `${name} did not read its sample: ${figures.join(' and ')} are missing`, reinstall);
  } catch (error) {
    return fail('ocr', `${name}: ${messageOf(error)}`, reinstall);
  }
}

/** The sample document as a model gets it, after this engine has read it. */
async function sampleReadBy(recognizer: Part<'recognizer'>, settings: EngineSettings): Promise<Document | undefined> {
  let seen: Document | undefined;
  const reader = definePlugin({
    kind: 'model',
    name: 'witness-of-ocr',
    create: () => ({
      read: async ({ document }) => {
        seen = document;
        return { cells: [] };
      },
    }),
  });
  const engine = createEngine({ ...settings, recognizers: [recognizer], tiers: [{ plugin: reader }], witnesses: [], calibrations: [] });
  try {
    const schema = parseSchema(JSON.stringify({ type: 'object', properties: { note: { type: 'string' } } }));
    await engine.extract({ file: { name: 'sample.pdf', bytes: await readFile(sample) }, schema });
    return seen;
  } finally {
    await engine.close();
  }
}
