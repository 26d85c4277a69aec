import { InvalidArgumentError } from 'commander';
import { type FailOnReason, failOnNames } from '../output/answer.js';

/** Parses a number within bounds. An empty text is not a number. */
export const numberBetween =
  (low: number, high: number) =>
  (text: string): number => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`It must be a number from ${low} to ${high}.`);
  };

/** Parses a whole number from 1 to 9999. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

export function portNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a port, 1 to 65535.');
}

/** Parses reasons that are separated by commas. */
export function failOnReasons(text: string): readonly FailOnReason[] {
  const reasons = text.split(',').map((word) => failOnNames.find((name) => name === word.trim()));
  const known = reasons.filter((reason) => reason !== undefined);
  if (known.length === reasons.length) return known;
  throw new InvalidArgumentError(`It must be ${failOnNames.join(' or ')}.`);
}

/** Parses one of these words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const known = words.find((word) => word === text);
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
  };
