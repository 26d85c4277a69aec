import type { XmlElement } from './xml-tree.js';

/**
 * The elements at a path of local names: 'InvoiceLine|CreditNoteLine/Item/Name'. `~Line` is any name that ends so, `A[B/C=x|y]` an `A` with such a text at `B/C`
 * in whatever letters, `A[B!=x]` one without, `A[@schemeID=VA]` one with such an attribute, and '.' the element itself. A path is one of our tables, never of a file.
 */
export function elementsAt(base: XmlElement, path: string): readonly XmlElement[] {
  return stepsOf(path).reduce<readonly XmlElement[]>((elements, fits) => elements.flatMap(({ children }) => children.filter(fits)), [base]);
}

/** The texts at a path, without white space around them; a last step '@unitCode' takes that attribute of the elements that have it. */
export function textsAt(base: XmlElement, path: string): readonly string[] {
  const [, above = path, attribute] = /^(?:(.*)\/)?@(\w+)$/.exec(path) ?? [];
  if (attribute === undefined) return elementsAt(base, path).map(({ text }) => text.trim());
  return elementsAt(base, above === path ? '.' : above).flatMap(({ attributes }) => attributes[attribute]?.trim() ?? []);
}

export type StepTest = (element: XmlElement) => boolean;

const parsed = new Map<string, readonly StepTest[]>();

/** What each step of a path asks for; the tables have some hundred paths, and each is parsed once. */
export function stepsOf(path: string): readonly StepTest[] {
  const known = parsed.get(path);
  if (known) return known;
  const steps = path === '.' ? [] : path.split(/\/(?![^[]*\])/).map(fitting);
  parsed.set(path, steps);
  return steps;
}

function fitting(step: string): StepTest {
  const [, loose, names = '', path, not, values = ''] = /^(~?)([\w|]+)(?:\[([^=!]+)(!?)=([^\]]+)\])?$/.exec(step) ?? [];
  const named = loose
    ? (name: string) => name.endsWith(names)
    : (
        (wanted) => (name: string) =>
          wanted.has(name)
      )(new Set(names.split('|')));
  if (path === undefined) return ({ name }) => named(name);
  const wanted = new Set(values.toLowerCase().split('|'));
  return (element) => named(element.name) && textsAt(element, path).some((text) => wanted.has(text.toLowerCase())) === (not === '');
}

export interface PlacedElement {
  readonly element: XmlElement;
  /** The elements that it is in, the root first. It is one list that changes: nobody keeps it. */
  readonly above: readonly XmlElement[];
}

/** Every element, in the order of the file. */
export function* everyElement(root: XmlElement, above: XmlElement[] = []): Generator<PlacedElement> {
  yield { element: root, above };
  above.push(root);
  for (const child of root.children) yield* everyElement(child, above);
  above.pop();
}
