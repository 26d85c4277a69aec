import { isSpecific, type NameAtom, type NameParts, nameParts, spelt } from './name-words.js';

/**
 * The meanings of the names on a leaf's path, most complete first: all names; without grouping words (`summary.net`); and for a specific
 * leaf, without what its containers add (`unitPrice.taxRate`).
 */
export function partsOnPath(names: readonly string[]): readonly NameParts[] {
  const leaf = names.at(-1) ?? '';
  const own = nameParts(leaf);
  const containers = names.slice(0, -1).map((name) => withoutGroups(name, own));
  const gathered = nameParts([...containers, leaf].join(' '));
  const said = [...gathered.atoms].filter((atom) => own.atoms.has(atom) || !isWeak(atom, own));
  return [nameParts(names.join(' ')), gathered, { atoms: new Set(said), rest: gathered.rest }];
}

/** Container words that only group fields. */
const groupingWords = new Set(
  'data dati datos daten donnees dados gegevens header head headers summary riepilogo resume resumen detail details generali general document exchanged monetary summation locale txn info information amounts output result fields'.split(
    ' ',
  ),
);

/** Container words for bank accounts; the fields of an account need no further name. */
const accountWords = new Set(
  'bank banks banking account accounts konto bankverbindung banque bancaire bancaires coordonnees bancarios bancari banca rekening'.split(
    ' ',
  ),
);

/** A container's name without its grouping words. */
export function withoutGroups(name: string, { atoms }: NameParts = nameParts('')): string {
  if (spelt(name) === 'to') return 'bill to';
  const isOfAccount = atoms.has('iban') || atoms.has('bic');
  return spelt(name)
    .split(' ')
    .filter((word) => !groupingWords.has(word) && !(isOfAccount && accountWords.has(word)))
    .join(' ');
}

/** Atoms of a container that do not apply to a leaf with a specific name of its own. */
const weakAtoms = new Set<NameAtom>(['total', 'amount', 'invoice', 'price', 'unitprice', 'unit', 'quantity', 'item', 'line', 'net', 'gross', 'tax', 'payment', 'terms', 'issue', 'due']); // biome-ignore format: a list

const isWeak = (atom: NameAtom, own: NameParts): boolean =>
  (atom === 'ref' && own.atoms.has('name')) || (weakAtoms.has(atom) && isSpecific(own.atoms));
