import type { Decimal } from 'decimal.js';
import { elementsAt, textsAt } from '../xml-path.js';
import type { XmlElement } from '../xml-tree.js';
import { amountIn } from './amounts.js';
import { type BusinessTerm, type Group, groups, type Paths, terms } from './terms.js';

export type RuledSyntax = 'UBL' | 'CII';

/** An invoice as rules see it: by groups and business terms, whatever its syntax. */
export interface Invoice {
  readonly root: XmlElement;
  readonly syntax: RuledSyntax;
  /** The elements of a group, in the order of the file. */
  in(group: Group): readonly XmlElement[];
  /** The elements at the path of the syntax, from an element. */
  at(element: XmlElement, paths: Paths): readonly XmlElement[];
  /** The texts there, without white space around them; some may be empty. */
  texts(element: XmlElement, paths: Paths): readonly string[];
  /** The first text of a term that is not empty; '' where there is none. */
  text(element: XmlElement, term: BusinessTerm): string;
  /** The amount of a term; undefined where it is not stated, or no number. */
  amount(element: XmlElement, term: BusinessTerm): Decimal | undefined;
}

/** A rule that is broken at an element. */
export interface Breach {
  readonly rule: string;
  readonly element: XmlElement;
  /** What is wrong, without the rule and the place: 'Buyer country code (BT-55) is missing'. */
  readonly sentence: string;
}

export function invoiceOf(root: XmlElement, syntax: RuledSyntax): Invoice {
  const side = syntax === 'UBL' ? 0 : 1;
  const found = new Map<Group, readonly XmlElement[]>();
  const texts = (element: XmlElement, paths: Paths) => paths[side].split(' or ').flatMap((path) => textsAt(element, path));
  const at = (element: XmlElement, paths: Paths) => paths[side].split(' or ').flatMap((path) => elementsAt(element, path));
  const text = (element: XmlElement, term: BusinessTerm) => texts(element, pathsOf(term)).find((stated) => stated !== '') ?? '';
  return {
    root,
    syntax,
    in(group) {
      const elements = found.get(group) ?? at(root, groups[group]);
      found.set(group, elements);
      return elements;
    },
    at,
    texts,
    text,
    amount: (element, term) => amountIn(text(element, term)),
  };
}

export const pathsOf = (term: BusinessTerm): Paths => {
  const [, ubl, cii] = terms[term];
  return [ubl, cii];
};

/** 'Buyer country code (BT-55)' */
export const named = (term: BusinessTerm): string => `${terms[term][0]} (${term.replace(/(?<=\d)-1$/, '')})`;

export const breach = (rule: string, element: XmlElement, sentence: string): Breach => ({ rule, element, sentence });
