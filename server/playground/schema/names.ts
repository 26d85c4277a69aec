/** A field's name as words: 'seller_tax_id' → 'Seller tax id', 'lineItems' → 'Line items'. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
