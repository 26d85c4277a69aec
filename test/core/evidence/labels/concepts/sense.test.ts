import { describe, expect, it } from 'vitest';
import { yesOrNoIn } from '../../../../../core/evidence/labels/concepts/statements.js';
import { statementsIn } from '../../../../../core/text.js';

const answers = (text: string) => statementsIn(text, 'reverse_charge').map(({ answer }) => answer);

describe('a statement that is denied answers no', () => {
  it.each([
    'Reverse charge does not apply to this invoice.',
    "The reverse charge doesn't apply here",
    'Reverse charge: no',
    'Reverse charge - not applicable',
    'No reverse charge',
    'This supply is not subject to reverse charge',
    'Die Steuerschuldnerschaft des Leistungsempfängers findet keine Anwendung',
    'Umkehrung der Steuerschuld: entfällt',
    "L'autoliquidation ne s'applique pas",
    'Sans autoliquidation',
    'Inversión del sujeto pasivo: no',
    "L'inversione contabile non si applica",
    'Btw verlegd is niet van toepassing',
    'A autoliquidação não se aplica',
    'Omvänd betalningsskyldighet gäller inte',
    'Omvendt betalingspligt gælder ikke',
    'Käännetty verovelvollisuus: ei',
    'Odwrotne obciążenie nie ma zastosowania',
    'Přenesení daňové povinnosti se neuplatňuje',
    'Prenesenie daňovej povinnosti sa neuplatňuje',
    'Fordított adózás nem alkalmazandó',
    'Taxare inversă: nu se aplică',
    'Обратно начисляване не се прилага',
    'Αντίστροφη επιβάρυνση: δεν εφαρμόζεται',
    'Pöördmaksustamine ei kohaldu',
    'Nodokļa apgrieztā maksāšana netiek piemērota',
    'Atvirkštinis apmokestinimas netaikomas',
    'Obrnjena davčna obveznost: ne',
    'Prijenos porezne obveze se ne primjenjuje',
    '☐ Reverse charge',
  ])('%s', (text) => expect(answers(text)).toEqual([false]));
});

describe('a statement that stands answers yes, whatever else is denied', () => {
  it.each([
    'Reverse charge',
    'Reverse charge: VAT to be accounted for by the recipient',
    'No VAT charged: reverse charge',
    'VAT not charged under reverse charge',
    'Reverse charge: the supplier does not charge VAT',
    'TVA non applicable - autoliquidation',
    'Autoliquidation, TVA non applicable',
    'Nicht steuerbar, Steuerschuldnerschaft des Leistungsempfängers',
    'Rechnung ohne Umsatzsteuer wegen Umkehrung der Steuerschuld',
    'Btw verlegd naar afnemer. Geen retour mogelijk',
    'Invoice No. 7 with reverse charge',
    '☒ Reverse charge',
  ])('%s', (text) => expect(answers(text)).toEqual([true]));
});

it.each([
  ['Ja', true],
  ['igen', true],
  ['Ναι', true],
  ['☒', true],
  ['nej', false],
  ['not applicable', false],
  ['☐', false],
  ['perhaps', undefined],
])('%s answers %s', (text, answer) => expect(yesOrNoIn(text)).toBe(answer));
