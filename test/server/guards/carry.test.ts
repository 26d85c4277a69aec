import { expect, it } from 'vitest';
import { carry, generateKey, sealingSecretOf } from '../../../server/guards/key-secret.js';

it('what is carried opens with the new secret only, and is not readable in between', () => {
  const [first, second, third] = [generateKey(), generateKey(), generateKey()];
  const carried = carry(sealingSecretOf(first, null), second);
  expect(Buffer.from(carried).toString('latin1')).not.toContain(first.slice(3, 20));
  expect(sealingSecretOf(second, carried)).toBe(first);
  expect(() => sealingSecretOf(third, carried)).toThrow();
});

it('what is carried survives many rotations', () => {
  const secrets = Array.from({ length: 5 }, generateKey);
  let carried: Uint8Array | null = null;
  for (const [index, secret] of secrets.slice(1).entries()) carried = carry(sealingSecretOf(secrets[index] ?? '', carried), secret);
  expect(sealingSecretOf(secrets.at(-1) ?? '', carried)).toBe(secrets[0]);
});
