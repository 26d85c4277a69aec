/** How a person calls a field: `invoice_number` → Invoice number, `line_items[0].unit_price` → Line items 1: Unit price. */
export function fieldTitle(name: string): string {
  const words = name
    .replace(/^\$\.?/, '')
    .replaceAll(/\['((?:[^'\\]|\\.)*)'\]/g, '.$1')
    .replaceAll(/\[(\d+)\]\.?/g, (_, index: string) => ` ${Number(index) + 1}: `)
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
    .replace(/:$/, '');
  return words.replaceAll(/(^|: )(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()) || name;
}
