import { SaxesParser } from 'saxes';

interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The elements and texts of a plot, for tests. @throws when it is not XML. */
export function parsed(svg: string): { readonly elements: readonly SvgElement[]; readonly words: readonly string[] } {
  const elements: SvgElement[] = [];
  const words: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => void elements.push({ name, attributes: attributes as Record<string, string> }));
  parser.on('text', (text) => void (text.trim() && words.push(text)));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return { elements, words };
}
