/**
 * Labels of sums that are composed of a sum, of what it includes or excludes, and of a tax, in any language: `Exclusief BTW`, `Netto inkl.
 * MwSt`, `Total HT`. What is included decides: a net price with tax is a gross price.
 * Sources: EN 16931 BT-109 and BT-112 in its translations, national names of value added tax (Directive 2006/112/EC).
 */
interface Composition {
  readonly sums: readonly string[];
  readonly without: readonly string[];
  readonly including: readonly string[];
  readonly taxes: readonly string[];
}

const split = (words: string): readonly string[] => words.split(' · ');

const compositions: readonly Composition[] = [
  {
    sums: split('Total · Amount · Sum · Net · Net total · Net amount · Grand total · Invoice total · Total amount · Charges'),
    without: split('excl · excluding · exclusive of · ex · without · before'),
    including: split('incl · including · inclusive of · inc · with · after'),
    taxes: split('VAT · tax · taxes · GST · sales tax · HST'),
  },
  {
    sums: split(
      'Summe · Betrag · Gesamt · Gesamtbetrag · Gesamtsumme · Rechnungsbetrag · Endbetrag · Total · Netto · Nettobetrag · Zwischensumme',
    ),
    without: split('exkl · exklusive · ohne · zzgl · zuzüglich · vor'),
    including: split('inkl · inklusive · einschl · einschließlich · mit'),
    taxes: split('MwSt · USt · Umsatzsteuer · Mehrwertsteuer · Steuer · Steuern · gesetzlicher MwSt · gesetzlicher USt'),
  },
  {
    sums: split('Total · Montant · Montant total · Total net · Net · Somme · Sous-total'),
    without: split('hors · sans · avant'),
    including: split('avec · toutes · incluant'),
    taxes: split('TVA · taxe · taxes · taxes comprises'),
  },
  {
    sums: split('Total · Importe · Importe total · Suma · Neto'),
    without: split('sin · excluido · antes de'),
    including: split('con · incluido · más · incl'),
    taxes: split('IVA · impuestos · IGIC'),
  },
  {
    sums: split('Totale · Importo · Importo totale · Somma · Netto'),
    without: split('senza · escl · escluso · esclusa · al netto di · prima di · prima della'),
    including: split('con · incl · inclusa · incluso · compresa · al lordo di'),
    taxes: split('IVA · imposte · imposta'),
  },
  {
    sums: split('Totaal · Totaalbedrag · Bedrag · Subtotaal · Som · Netto'),
    without: split('excl · exclusief · zonder · ex · voor · vóór'),
    including: split('incl · inclusief · met · inc'),
    taxes: split('btw · belasting · belastingen'),
  },
  {
    sums: split('Total · Valor · Valor total · Montante · Soma'),
    without: split('sem · excluindo · s · antes de · antes do'),
    including: split('com · incluindo · c'),
    taxes: split('IVA · impostos · imposto'),
  },
  {
    sums: split('Summa · Totalt · Total · Belopp · Netto · I alt · Beløb · Sum · Beløp'),
    without: split('exkl · exklusive · utan · ekskl · eks · uden · uten · före · innan · før · inden'),
    including: split('inkl · inklusive · med'),
    taxes: split('moms · mva'),
  },
  {
    sums: split('Razem · Suma · Wartość · Kwota · Celkem celkem · Součet · Spolu · Celkom · Skupaj · Znesek · Ukupno · Iznos'),
    without: split('bez · brez'),
    including: split('z · s · sa · ze · včetně · vrátane'),
    taxes: split('VAT · DPH · DDV · PDV · podatku'),
  },
];

const composed =
  (kind: 'without' | 'including') =>
  (composition: Composition): readonly string[] =>
    composition[kind].flatMap((word) => composition.taxes.flatMap((tax) => composition.sums.map((sum) => `${sum} ${word} ${tax}`)));

/** What is said of a sum alone: `Exclusief BTW`. Its opposite, `inkl. MwSt`, is a label of the tax that is included. */
const alone = ({ without, taxes }: Composition): readonly string[] =>
  without
    .filter((word) => /^(?:excl|exkl|ekskl|escl|hors|without|exclu)/.test(word))
    .flatMap((word) => taxes.map((tax) => `${word} ${tax}`));

export const netLabels: readonly string[] = compositions.flatMap((one) => [...composed('without')(one), ...alone(one)]);
export const grossLabels: readonly string[] = compositions.flatMap(composed('including'));
