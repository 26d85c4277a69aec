import { expect, it } from 'vitest';
import { partsOf, queueOf } from '../../../plugins/sandbox/sandbox.js';
import { openDocx } from '../converters/open.js';
import { paragraph, rawDocx } from '../converters/raw-docx.js';

const file = (bytes: number, guest?: true) => ({ bytes: new Uint8Array(bytes), ...(guest && { guest }) });
const [small, guest, large] = [partsOf(file(1_000)), partsOf(file(1_000, true)), partsOf(file(5_000_000))];
const never = new AbortController().signal;

it('guests never take the last parser', () => {
  const queue = queueOf(2);
  expect([guest, guest, small, small].map((parts) => queue.tryAcquire(parts) !== undefined)).toEqual([true, false, true, false]);
});

it('small files pass a large one that waits for its part', () => {
  const queue = queueOf(2);
  queue.tryAcquire(large);
  void queue.acquire(large, never);
  expect(queue.tryAcquire(small)).toBeDefined();
});

it('a single parser serves everybody in turn', () => {
  const queue = queueOf(1);
  const release = queue.tryAcquire(guest);
  expect(queue.tryAcquire(small)).toBeUndefined();
  release?.();
  expect(queue.tryAcquire(large)).toBeDefined();
});

it('a document with a key is read before those of guests that came earlier and wait', async () => {
  const docx = openDocx({ children: 2 });
  const long = await rawDocx(paragraph('Total 120.00').repeat(4_000));
  const short = await rawDocx(paragraph('Total 120.00'));
  const order: string[] = [];
  const convert = async (name: string, bytes: Uint8Array, more: { readonly caller: string; readonly guest?: true }): Promise<void> => {
    await docx.converter.convert({ name, bytes, ...more }, never);
    order.push(name);
  };
  const guests = ['1', '2', '3'].map((address) => convert(`guest ${address}`, long, { caller: address, guest: true }));
  await Promise.all([...guests, convert('with a key', short, { caller: 'key' })]);
  await docx.close();
  expect(order.indexOf('with a key')).toBeLessThanOrEqual(1);
});
