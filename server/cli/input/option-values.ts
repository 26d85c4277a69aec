import { InvalidArgumentError } from 'commander';
import { type FailOnReason, failOnNames } from '../output/answer.js';

/** A number from one to another; an empty text is none. */
export const numberBetween =
  (low: number, high: number) =>
  (text: string): number => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`It must be a number from ${low} to ${high}.`);
  };

/** A count of at least one. */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

/** Reasons with commas between them. */
export function failOnReasons(text: string): readonly FailOnReason[] {
  const found = text.split(',').map((word) => failOnNames.find((name) => name === word.trim()));
  const known = found.filter((reason) => reason !== undefined);
  if (known.length === found.length) return known;
  throw new InvalidArgumentError(`It must be ${failOnNames.join(' or ')}.`);
}
