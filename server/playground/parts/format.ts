/** A file size as text: '10 MB', '7.7 KB'. Sizes below 100 have one decimal unless it is 0. */
export function megabytes(bytes: number): string {
  const [amount, unit] = bytes >= 1_048_576 ? [bytes / 1_048_576, 'MB'] : [bytes / 1_024, 'KB'];
  return `${amount < 100 && amount % 1 !== 0 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** '1 field', '2 fields' */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A field's name as words: 'seller_tax_id' → 'Seller tax id', 'lineItems' → 'Line items'. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
