/** A file size as text: '10 MB', '7.7 KB'. Sizes below 100 have one decimal unless it is 0. */
export function megabytes(bytes: number): string {
  const [amount, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, 'MB'] : [bytes / 1_024, 'KB'];
  return `${amount < 100 && amount % 1 !== 0 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** '1 field', '2 fields' */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
