/** The names and indexes of a JSON path: `$.items[2]['a b']` → ['items', 2, 'a b']. In the path of a schema, `[]` becomes the index 0. */
export const stepsOf = (path: string): readonly (string | number)[] =>
  [...path.slice(1).matchAll(/\.([^.[]+)|\[(\d*)\]|\['((?:[^'\\]|\\.)*)'\]/g)].map(([, name, index, quoted]) =>
    index !== undefined ? Number(index) : (name ?? unescaped(quoted ?? '')),
  );

const unescaped = (name: string): string =>
  name.replace(/\\(?:u([\da-f]{4})|(.))/g, (_, code, plain) => (code ? String.fromCharCode(Number.parseInt(code, 16)) : plain));

/** A field's name as words: 'seller_tax_id' → 'Seller tax id', 'lineItems' → 'Line items'. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
