import { InputError } from '../contracts/errors.js';

/**
 * Bytes as text, without a byte order mark. In another encoding they would become other characters silently, and then values that no page prints.
 * @throws InputError that names what they are
 */
export function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(`${name} is not written in UTF-8`, { cause });
  }
}

/** A text without a mark of the byte order, which programs for Windows put before it, and which is no part of JSON. Source: RFC 8259, §8.1. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');
