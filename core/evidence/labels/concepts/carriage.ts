import type { Field } from '../../../contracts/schema.js';
import { nameParts } from './name-words.js';

/** Whether a field asks for what carriage costs, and for no other charges: `shipping`, `freight_amount`. */
export function asksForCarriage(field: Field): boolean {
  const { atoms } = nameParts(field.names.at(-1) ?? '');
  return atoms.has('ship') && !atoms.has('charge');
}

/** Whether a label of charges is one of carriage: `Versandkosten`, but not `Summe Zuschläge`. */
export const namesCarriage = (label: string): boolean => carriage.test(label);

/** Words for sending and carrying in the languages of the lexicon. */
const carriage =
  /ship|post|p&p|deliver|freight|carriage|handling|versand|fracht|liefer|transport|porto|\bports?\b|portes|livraison|envo[iy]|envío|expédition|trasporto|spedizione|verzend|vracht|bezorg|frete|frakt|forsendelse|fragt|levering|toimitus|wysył|dostaw|dostav|doprav|szállít|livrare|μεταφορ|достав|kargo|nakliye|شحن|توصيل/iu;
