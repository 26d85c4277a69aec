import type { BrokenRule } from '../sent-rules.js';
import { bounds } from '../syntaxes.js';
import { elementsAt, everyElement } from '../xml-path.js';
import type { XmlElement } from '../xml-tree.js';
import { codesOf } from './codes.js';
import { conditionsOf } from './conditions.js';
import { type Breach, invoiceOf, pathsOf, type RuledSyntax } from './invoice.js';
import { requiredOf } from './required.js';
import { syntaxOf } from './syntax.js';
import { totalsOf } from './totals.js';
import { vatOf } from './vat.js';
import { isReplaced, xrechnungOf } from './xrechnung.js';

/** All others are fatal. Source: the flags of the validation artefacts. */
const warnings = /^(?:BR-51|BR-DE-(?:17|2[1678])|UBL-DT-(?:0[89]|[12]\d))$/;

/**
 * The syntax of an invoice that EN 16931 has rules for; undefined for ZUGFeRD 1, FatturaPA, and the profiles MINIMUM and BASIC WL of
 * Factur-X, which have no lines and are no invoices by the standard. Source: Factur-X 1.0, profiles.
 */
export function ruledSyntax(root: XmlElement): RuledSyntax | undefined {
  if (root.name === 'Invoice' || root.name === 'CreditNote') return 'UBL';
  if (root.name !== 'CrossIndustryInvoice') return undefined;
  const [profile] = elementsAt(root, pathsOf('BT-24')[1]);
  return /:(?:minimum|basicwl)$/.test(profile?.text.trim().toLowerCase() ?? '') ? undefined : 'CII';
}

/** Those of UBL 2 and of CII D16B. */
const namespaces =
  /^urn:(?:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2|un:unece:uncefact:data:standard:CrossIndustryInvoice:100)$/;

/** Whether the root has the namespace of its syntax; another vocabulary may call its root Invoice, too. */
export const hasNamespace = ({ name, namespace = '' }: XmlElement): boolean => namespaces.test(namespace) && namespace.includes(`:${name}`);

/**
 * The rules that an invoice breaks, those of the whole invoice first; at most `most`. Sources: EN 16931-1:2017 with its amendments, and the
 * validation artefacts of CEN/TC 434, version 1.3.13, for what the syntaxes add.
 */
export function brokenRules(root: XmlElement, syntax: RuledSyntax, most = 100): readonly BrokenRule[] {
  const invoice = invoiceOf(root, syntax);
  const found: Breach[] = [];
  for (const family of [requiredOf, conditionsOf, totalsOf, vatOf, codesOf, syntaxOf, xrechnungOf])
    for (const breach of family(invoice)) {
      if (isReplaced(invoice, breach.rule)) continue;
      found.push(breach);
      if (found.length === most) return placed(found, root);
    }
  return placed(found, root);
}

function placed(found: readonly Breach[], root: XmlElement): readonly BrokenRule[] {
  const wanted = new Set(found.map(({ element }) => element));
  const places = new Map<XmlElement, string>();
  for (const { element, above } of everyElement(root))
    if (wanted.has(element)) places.set(element, placeOf([...above, element]).slice(-bounds.textLength));
  return found.map(({ rule, element, sentence }) => ({
    rule,
    place: places.get(element) ?? `/${root.name}`,
    sentence,
    severity: warnings.test(rule) ? 'warning' : 'fatal',
  }));
}

/** '/Invoice/InvoiceLine[2]/Item'; a number only where there are several. */
const placeOf = (path: readonly XmlElement[]): string =>
  path
    .map((element, at) => {
      const twins = path[at - 1]?.children.filter(({ name }) => name === element.name) ?? [];
      return `/${element.name}${twins.length > 1 ? `[${twins.indexOf(element) + 1}]` : ''}`;
    })
    .join('');
