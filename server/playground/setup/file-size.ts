/** '10 MB', '7.7 KB': with one decimal where it says something. */
export function megabytes(bytes: number): string {
  const [amount, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, 'MB'] : [bytes / 1_024, 'KB'];
  return `${amount < 100 && amount % 1 !== 0 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}
