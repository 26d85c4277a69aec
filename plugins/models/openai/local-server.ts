import type { CompatibleProvider } from './compatible.js';
import { openAiDialect } from './dialect.js';

/** What servers for models of one's own have in common: no key unless one is set, no PDF, a schema, and time that a model may need. */
export const localServer = {
  defaults: { pdf: 'text', timeout_ms: 110_000 },
  dialect: { ...openAiDialect, store: false, endsEarly: true },
  forms: ['schema', 'json_object', 'prompt'],
  limitParameter: 'max_tokens',
  keyIsOptional: true,
} as const satisfies Partial<Omit<CompatibleProvider, 'defaults'>> & { readonly defaults: Partial<CompatibleProvider['defaults']> };
