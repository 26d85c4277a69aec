import Fastify from 'fastify';
import { createEngine, definePlugin, type Engine, type EngineSettings, type Plugin, parseSchema } from 'vouch';
import { loadConfig } from 'vouch/config';
import { type ExtractionApiOptions, type ExtractionBody, extractionApi, openStore } from 'vouch/server';

/** What a team may write against the published types, and, under `@ts-expect-error`, what it may not. It is compiled only, never run. */
export async function host(): Promise<void> {
  const app = Fastify({ trustProxy: '10.0.0.0/8', logger: true });
  const { engine: settings } = await loadConfig({ env: process.env, cwd: process.cwd() });
  const engine: Engine = createEngine({ ...settings, rules: [...(settings.rules ?? []), { plugin: capped, options: { most: 10 } }] });
  const store = openStore('memory:');
  await app.register(extractionApi, { engine, store, prefix: '/invoices', limits: { fileBytes: 1_000_000 } });
  await app.register(async (scope) => scope.register(extractionApi, { engine: createEngine(settings), prefix: '/receipts' }));
  // @ts-expect-error: there is no API without an engine
  await app.register(extractionApi, { store });
  // @ts-expect-error: an option that may be absent is left out, not undefined
  const unsure: ExtractionApiOptions = { engine, rateLimit: undefined };
  await app.register(extractionApi, unsure);
}

export const capped = definePlugin({
  kind: 'rule',
  name: 'capped',
  options: { type: 'object', required: ['most'], properties: { most: { type: 'number' }, note: { type: 'string' } } },
  create: ({ most, note }) => {
    const certain: number = most;
    // @ts-expect-error: an option without a default may be absent
    const always: string = note;
    return { type: 'CAPPED', check: async () => (certain > 0 && always ? [] : []) };
  },
});

export const anyOfThem: readonly Plugin[] = [capped];

// @ts-expect-error: there is no such kind of plugin
export const misspelt = definePlugin({ kind: 'ruel', name: 'misspelt', create: () => ({ type: 'X', check: async () => [] }) });

// @ts-expect-error: a rule has a check
export const unchecked = definePlugin({ kind: 'rule', name: 'unchecked', create: () => ({ type: 'X' }) });

// @ts-expect-error: an engine needs at least converters, tiers, a gate and an injector
export const nothing: EngineSettings = { tiers: [] };

export async function total(engine: Engine, bytes: Uint8Array): Promise<string> {
  const schema = parseSchema('{"type": "object", "properties": {"total": {"type": "number"}}}');
  const { object, error } = await engine.extract({ file: { name: 'a.pdf', bytes }, schema });
  return error ? `${error.code}: ${error.message}` : String(object?.['total']);
}

export const failed = (body: ExtractionBody): string | undefined => ('error' in body ? body.error?.code : undefined);
