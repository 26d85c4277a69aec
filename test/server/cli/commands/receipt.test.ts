import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const schema = '{"type":"object","properties":{"total":{"type":"number"}},"required":["total"]}';
const { command, folder } = cliWorkspace({ 'invoice.pdf': 'TEXT\nInvoice\nTotal 120.00', 'schema.json': schema });
const inFolder = (name: string): string => readFileSync(join(folder, name), 'utf8');
const verify = (answer: string, ...more: string[]) =>
  command(['verify', answer, 'invoice.pdf', '--schema', 'schema.json', '--receipt-key', 'public.pem', ...more]);

let made: { readonly code: number | null; readonly out: string; readonly err: string };

beforeAll(async () => {
  made = await command(['key', 'new', 'private.pem']);
  writeFileSync(join(folder, 'public.pem'), made.out);
  const config = inFolder('vouch.config.yaml').replace('server: {', 'server: { receipt_key: private.pem,');
  writeFileSync(join(folder, 'vouch.config.yaml'), config);
  await command(['extract', 'invoice.pdf', '--schema', 'schema.json', '--json', '--receipt', '-o', 'answer.json']);
});

describe('vouch key new', () => {
  it('keeps the private half to its owner, prints the public one, and overwrites nothing', async () => {
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
      err: expect.stringContaining('VOUCH_RECEIPT_KEY'),
    });
    expect(made.out + made.err).not.toContain('PRIVATE KEY-----');
    expect([statSync(join(folder, 'private.pem')).mode & 0o777, inFolder('private.pem')]).toEqual([
      0o600,
      expect.stringContaining('PRIVATE KEY'),
    ]);
    const again = await command(['key', 'new', 'private.pem']);
    expect(again).toMatchObject({ code: 2, out: '', err: expect.stringContaining('it is there already') });
  });
});

describe('an answer with a receipt', () => {
  it('holds offline, with the public key alone', async () => {
    const { code, out, err } = await verify('answer.json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const about of ['signature', 'answer', 'document', 'schema', 'configuration', 'models', 'rules', 'tables'])
      expect(out).toMatch(new RegExp(`ok +receipt ${about}\\n`));
  });

  it('does not hold where the answer was edited, and says in which part', async () => {
    writeFileSync(join(folder, 'edited.json'), inFolder('answer.json').replace(/("credits": )\d/, '$17'));
    const { code, out } = await verify('edited.json');
    expect([code, out]).toEqual([
      4,
      expect.stringMatching(/NOT +receipt answer +it is not the one that was signed: \$\.metadata\.credits\n/),
    ]);
  });

  it('leaves open whether it was made with a configuration that has changed since; one that is named is held to', async () => {
    const rule = "export default { kind: 'rule', name: 'r', create: () => ({ type: 'R', check: async () => [] }) };";
    writeFileSync(join(folder, 'rule.js'), rule);
    writeFileSync(join(folder, 'later.yaml'), `${inFolder('vouch.config.yaml')}rules: [./rule.js]\n`);
    const named = await verify('answer.json', '--config', 'later.yaml');
    expect([named.code, named.out]).toEqual([4, expect.stringMatching(/NOT +receipt rules/)]);
    expect(named.out).toMatch(/ok +receipt models/);
  });

  it('is refused without a key to sign with, and where the file holds none', async () => {
    const extract = (key: string) =>
      command(['extract', 'invoice.pdf', '--schema', 'schema.json', '--receipt', '--json', '--receipt-key', key]);
    expect(await extract('public.pem')).toMatchObject({
      code: 2,
      err: expect.stringContaining('public.pem cannot be used: it holds no private Ed25519 key'),
    });
    expect(await extract('missing.pem')).toMatchObject({
      code: 2,
      err: expect.stringContaining('missing.pem cannot be used: it cannot be read'),
    });
  });
});
