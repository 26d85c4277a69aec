// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the grammar of the configuration
import { describe, expect, it } from 'vitest';
import { redact } from '../../config/index.js';

const hide = (config: unknown) => redact(config, { variableTexts: new Map(), all: false });

describe('a printed configuration', () => {
  it('hides keys and options that are named like a secret, at any depth', () => {
    const config = {
      server: { keys: ['pk_1'] },
      tiers: [{ use: 'openai', model: 'm', api_key: 'sk', headers: { Authorization: 'Bearer x' } }],
    };
    expect(hide(config)).toEqual({
      server: { keys: ['[redacted]'] },
      tiers: [{ use: 'openai', model: 'm', api_key: '[redacted]', headers: { Authorization: '[redacted]' } }],
    });
  });

  it('shows where a secret comes from, but no default for it', () => {
    const sources = { api_key: '${OPENAI_API_KEY}', token: '${file:/run/secrets/x}', password: '${PASSWORD:-hunter2}' };
    expect(hide(sources)).toEqual({ ...sources, password: '[redacted]' });
  });

  it('hides the headers that a host adds, whatever their names', () => {
    expect(hide({ headers: { 'x-team': 's3cret' } })).toEqual({ headers: { 'x-team': '[redacted]' } });
  });

  it('hides the password in an address and leaves the rest of it', () => {
    expect(hide({ base_url: 'https://me:secret@proxy.example/v1' })).toEqual({ base_url: 'https://[redacted]@proxy.example/v1' });
    expect(hide({ store: 'postgres://me:a/b@c@host/db?password=secret&schema=v' })).toEqual({
      store: 'postgres://[redacted]@host/db?password=[redacted]&schema=v',
    });
  });

  it('shows the name of a plugin object only', () => {
    expect(hide({ rules: [{ kind: 'rule', name: 'mine', create: () => ({}) }] })).toEqual({ rules: ['mine'] });
  });

  it('shows how many tokens are allowed, and prices, but no token', () => {
    const counts = {
      server: { daily_tokens: 1_000_000, daily_tokens_per_key: 5_000 },
      tiers: [{ use: 'openai', max_output_tokens: 4_000 }],
      prices: { currency: 'USD', models: { 'mine:token-reader': { input: 1, output: 2 } } },
    };
    expect(hide(counts)).toEqual(counts);
    expect(hide({ access_tokens: ['a'], token: 7, credentials: { tokens: 7 } })).toEqual({
      access_tokens: ['[redacted]'],
      token: '[redacted]',
      credentials: { tokens: '[redacted]' },
    });
  });

  it('hides what came from a file', () => {
    const variableTexts = new Map([['tiers[0].note', '${file:x}']]);
    expect(redact({ tiers: [{ note: 's3cret' }] }, { variableTexts, all: false })).toEqual({ tiers: [{ note: '[redacted]' }] });
  });

  it('hides what came from a variable only on demand', () => {
    const variableTexts = new Map([['tiers[0].model', '${MODEL}']]);
    expect(redact({ tiers: [{ model: 'm' }] }, { variableTexts, all: false })).toEqual({ tiers: [{ model: 'm' }] });
    expect(redact({ tiers: [{ model: 'm' }] }, { variableTexts, all: true })).toEqual({ tiers: [{ model: '[redacted]' }] });
  });
});
