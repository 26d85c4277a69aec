import { describe, expect, it } from 'vitest';
import type { ArrayNode, LeafNode, LeafType } from '../../../../../core/index.js';
import { type Concept, conceptOf, fieldLabels, isLineItems } from '../../../../../core/text.js';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';
import { cases, field } from './named-fields.js';

describe('concepts', () => {
  const headers: Readonly<Record<LeafType, Partial<Record<Concept, string>>>> = {
    string: {
      invoice_number:
        'invoice_number invoiceNumber inv_no InvoiceNo bill_id number invoice.number rechnungsnummer Rechnungs_Nr numero_facture facture_no numeroFactura num_fattura factuurnummer numero_fatura receipt_number document-number invoice_reference fatura_no szamlaszam cislo_faktury',
      issue_date:
        'issue_date date invoiceDate date_of_issue issued_at invoice.date rechnungsdatum ausstellungsdatum date_facture fecha_emision data_fattura factuurdatum dataEmissao bill_date fatura_tarihi kelt',
      due_date:
        'due_date dueDate payment_due_date pay_by faelligkeitsdatum faelligkeit zahlbar_bis date_echeance fecha_vencimiento data_scadenza vervaldatum vencimento payment.due_date vade_tarihi hatarido splatnost',
      delivery_date: 'delivery_date lieferdatum leistungsdatum date_livraison ship_date',
      seller_name:
        'seller_name vendor supplier.name lieferant vendor_name merchant.name nom_fournisseur issuer companyName seller.legal_name satici.unvan szallito.nev dodavatel',
      buyer_name:
        'buyer_name customer customerName bill_to kunde client.name kundenname bill_to_name nome_cliente klant alici.unvan vevo.nev odberatel.nazev',
      seller_tax_id: 'vendor.vat_id seller_tax_id supplierVatNumber seller.tax_number szallito.adoszam satici.vkn',
      buyer_tax_id: 'customer.vat_id buyer_tax_number vevo.adoszam alici.tckn',
      tax_id: 'vat_id ust_id tax_id partita_iva nif vatNumber steuernummer',
      customer_number: 'customer_number kundennummer client_id customerId',
      order_number: 'po_number purchase_order bestellnummer order_id numero_commande siparis_no rendelesszam',
      currency: 'currency currency_code waehrung devise moneda',
      iban: 'iban payment.iban',
      bic: 'swift_code bic',
      payment_terms: 'payment_terms zahlungsbedingungen conditions_paiement',
      total: 'montant_ttc',
    },
    number: {
      subtotal:
        'subtotal sub_total net netTotal net_amount total_net totals.net nettobetrag total_ht montantHT base_imponible imponibile amount_excl_vat total_before_tax total_excluding_tax taxable_amount zwischensumme betragVorMwst montant_avant_tva bedragExBtw',
      tax: 'tax vat tax_amount total_tax vatAmount MwSt mwst_betrag umsatzsteuer tva montant_tva iva totals.tax salesTax kdv afa',
      total:
        'total grand_total grandTotal total_amount gross totals.gross gross_total bruttobetrag gesamtbetrag total_ttc importe_total invoice_total amount rechnungsbetrag total_incl_vat amount_including_tax totale totaal',
      amount_due:
        'amount_due balance_due total_due dueAmount amountPayable zahlbetrag net_a_payer total_a_pagar te_betalen balance odenecek_tutar',
      prepaid: 'prepaid amount_paid anzahlung deposit acompte',
      discount: 'discount total_discount rabatt remise',
      charge: 'shipping shipping_cost versandkosten freight delivery_charge',
      tax_rate: 'tax_rate vat_percent mwst_satz taux_tva tax.rate',
    },
    integer: {},
    boolean: {},
  };

  const lines: Readonly<Record<'string' | 'number', Partial<Record<Concept, string>>>> = {
    string: {
      line_description: 'description item name product_name bezeichnung designation descripcion service',
      line_code: 'sku article_number item_code product_id',
      line_unit: 'unit einheit uom',
    },
    number: {
      line_quantity: 'quantity qty menge quantite cantidad aantal hours',
      line_unit_price: 'unit_price unitPrice price einzelpreis prix_unitaire rate unit_cost precio',
      line_amount: 'amount total line_total net net_amount gesamtpreis montant importo subtotal total_price',
      line_tax_rate: 'tax_rate vat_rate mwst_satz',
    },
  };

  describe('the concept of a field', () => {
    it.each([
      ...cases(headers.string, 'string', '$.'),
      ...cases(headers.number, 'number', '$.'),
      ...cases(lines.string, 'string', '$.positionen[].'),
      ...cases(lines.number, 'number', '$.line_items[].'),
      ...cases(lines.number, 'number', '$.invoice.rows[].'),
    ])('%s (%s) is %s', (path, type, concept) => {
      expect(conceptOf(field(path, type))).toBe(concept);
    });

    it.each([
      'delivery_note_number',
      'meter_reading',
      'previous_invoice_number',
      'contract_date',
      'tax_exemption_reason',
      'seller.contact.name',
      'notes',
      'period.start',
      'quantity_total_weight',
      'bank_name',
    ])('%s is unknown', (name) => {
      expect(conceptOf(field(`$.${name}`))).toBeUndefined();
    });

    it.each([
      ['summary.net', 'number', 'subtotal'],
      ['data.header.documentNumber', 'string', 'invoice_number'],
      ['TxnTaxDetail.TotalTax', 'number', 'tax'],
      ['amount.gross.currency', 'string', 'currency'],
      ['bank_details.iban', 'string', 'iban'],
      ['seller.bank.iban', 'string', 'iban'],
      ['VendorRef.name', 'string', 'seller_name'],
      ['to.name', 'string', 'buyer_name'],
      ['payment.date', 'string', undefined],
      ['payment.amount', 'number', undefined],
      ['previous_invoice.invoice_number', 'string', undefined],
      ['seller.bank.name', 'string', undefined],
      ['buyer.iban', 'string', undefined],
      ['delivery.address', 'string', undefined],
      ['exchange.currency', 'string', undefined],
      ['quantity.total', 'number', undefined],
      ['party.id', 'string', undefined],
      ['agreement.number', 'string', undefined],
      ['metadata.id', 'string', undefined],
      ['entity_type', 'string', undefined],
      ['AccountingSupplierParty.PartyName.Name', 'string', 'seller_name'],
    ] as const)('ignores container names that only group fields: %s (%s) is %s', (path, type, concept) => {
      expect(conceptOf(field(`$.${path}`, type))).toBe(concept);
    });

    it('is the line amount for a bare price beside a unit price', () => {
      const beside = ['ITEM', 'UNIT_PRICE', 'PRICE'];
      expect(beside.map((name) => conceptOf(field(`$.rows[].${name}`, name === 'ITEM' ? 'string' : 'number', { beside })))).toEqual([
        'line_description',
        'line_unit_price',
        'line_amount',
      ]);
      expect(conceptOf(field('$.rows[].price', 'number', { beside: ['name', 'price'] }))).toBe('line_unit_price');
    });

    it('is read from the description if the name says nothing', () => {
      expect(conceptOf(field('$.a1', 'number', { description: 'The total amount including VAT, as printed' }))).toBe('total');
      expect(conceptOf(field('$.a2', 'string', { description: 'Number of the invoice' }))).toBe('invoice_number');
    });

    it('is not guessed from a description that says more', () => {
      expect(conceptOf(field('$.zaehlerstand', 'number', { description: 'Meter reading on the date of the invoice' }))).toBeUndefined();
      expect(conceptOf(field('$.prixParConvive', 'number', { description: 'TTC' }))).toBeUndefined();
    });

    it('is the subtotal if a bare total is described as before tax', () => {
      expect(conceptOf(field('$.total', 'number', { description: 'Total excluding VAT' }))).toBe('subtotal');
    });

    it('keeps dates and amounts apart by type', () => {
      expect([conceptOf(field('$.due', 'number')), conceptOf(field('$.due', 'string', { format: 'date' }))]).toEqual([
        'amount_due',
        'due_date',
      ]);
      expect(conceptOf(field('$.paid', 'boolean'))).toBeUndefined();
    });

    it('is a price for the number of a unit beside a quantity, and else how many units', () => {
      expect(conceptOf(field('$.line_items[].unit', 'number', { beside: ['qty', 'unit', 'total'] }))).toBe('line_unit_price');
      expect(conceptOf(field('$.line_items[].units', 'number', { beside: ['text', 'units', 'total'] }))).toBe('line_quantity');
      expect(conceptOf(field('$.line_items[].unit', 'number', { beside: ['qty', 'unit', 'unit_price'] }))).toBe('line_quantity');
    });

    it('is no day where words are to be chosen from', () => {
      expect(conceptOf(field('$.payBy', 'string'))).toBe('due_date');
      expect(conceptOf(field('$.payBy', 'string', { enum: ['wire', 'card'] }))).toBeUndefined();
    });

    it('is the number of a thing, or how many there are, by the order of the words', () => {
      const ofRow = (name: string) => conceptOf(field(`$.line_items[].${name}`, 'integer'));
      expect(['item_no', 'artikel_nr'].map(ofRow)).toEqual(['line_code', 'line_code']);
      expect(['no_of_units', 'units_number'].map(ofRow)).toEqual(['line_quantity', 'line_quantity']);
    });

    it('is undefined in the rows of an array that holds no lines', () => {
      expect(conceptOf(field('$.taxes[].amount', 'number'))).toBeUndefined();
      expect(conceptOf(field('$.tags[]'))).toBeUndefined();
    });
  });

  const leaf = (path: string, type: LeafType): LeafNode => ({ kind: 'leaf', path, required: false, field: field(path, type) });
  const array = (name: string, leaves: Readonly<Record<string, LeafType>>): ArrayNode => ({
    kind: 'array',
    path: `$.${name}`,
    required: false,
    items: {
      kind: 'object',
      path: `$.${name}[]`,
      required: false,
      listsRequired: false,
      properties: Object.entries(leaves).map(([key, type]) => [key, leaf(`$.${name}[].${key}`, type)] as const),
    },
  });

  describe('an array of line items', () => {
    it('is recognized by its columns, whatever its name', () => {
      expect(isLineItems(array('was_wir_kauften', { bezeichnung: 'string', menge: 'number', einzelpreis: 'number' }))).toBe(true);
      expect(isLineItems(array('rows', { qty: 'number', total: 'number' }))).toBe(true);
    });

    it('is not an array of tax rates or notes', () => {
      expect(isLineItems(array('tax_breakdown', { rate: 'number', base: 'number', amount: 'number' }))).toBe(false);
      expect(isLineItems(array('remarks', { text: 'string' }))).toBe(false);
    });
  });

  it('of a part beside a description is unknown: it may be its name, its number or its kind', () => {
    expect(conceptOf({ ...field('$.items[].part'), beside: ['part', 'descr', 'qty'] })).toBeUndefined();
    expect(conceptOf({ ...field('$.items[].product'), beside: ['product', 'qty'] })).toBe('line_description');
  });

  it('is known by two or three words that have one meaning together', () => {
    expect([conceptOf(field('$.bonDeCommande')), conceptOf(field('$.att_betala', 'number')), conceptOf(field('$.betala_senast'))]).toEqual([
      'order_number',
      'amount_due',
      'due_date',
    ]);
  });

  describe('the own words of a field', () => {
    it("join a generic word with its parent's name", () => {
      expect([fieldLabels(field('$.shelf.name')), fieldLabels(field('$.buyer.email')), fieldLabels(field('$.rows[].type'))]).toEqual([
        ['shelf name', 'shelf'],
        ['buyer email'],
        ['type'],
      ]);
    });

    it('are its name with and without the kind of value, and the quotes in the description', () => {
      const own = fieldLabels(
        field('$.weighingSlip_no', 'string', { description: 'Number of the slip (Wiegeschein) the goods came with' }),
      );
      expect(own).toEqual(['weighing slip no', 'weighing slip', 'Wiegeschein']);
    });

    it('are all names of the term that the name or the description mentions', () => {
      expect(fieldLabels(field('$.deliveryNote_no'))).toContain('Lieferschein');
      expect(fieldLabels(field('$.f1', 'string', { description: 'Number of the delivery note' }))).toContain('Albarán');
      expect(fieldLabels(field('$.f1', 'string', { description: 'Delivery note or contract number' }))).not.toContain('Albarán');
    });

    it('include no term for a field of a known concept, whatever its description says', () => {
      const own = fieldLabels(field('$.invoice_number', 'string', { description: 'Not the contract number' }));
      expect(own).not.toContain('Contract no');
    });
  });

  describe('charges', () => {
    const concepts = (tables: readonly string[]) =>
      (['description', 'amount'] as const).map((name) =>
        conceptOf(field(`$.charges[].${name}`, name === 'amount' ? 'number' : 'string', { beside: ['description', 'amount'], tables })),
      );

    it('are the lines where a schema has no other rows than taxes', () => {
      expect(concepts(['charges'])).toEqual(['line_description', 'line_amount']);
      expect(concepts(['vat', 'charges'])).toEqual(['line_description', 'line_amount']);
    });

    it('are freight and fees beside the lines', () => {
      expect(concepts(['charges', 'line_items'])).toEqual([undefined, undefined]);
    });
  });

  it('a price is the amount of the line where it is described so', () => {
    const price = (description: string) => conceptOf(field('$.items[].price', 'number', { description }));
    expect([price('Amount of the line'), price('Total price'), price('Price of one unit'), price('')]).toEqual([
      'line_amount',
      'line_amount',
      'line_unit_price',
      'line_unit_price',
    ]);
  });
});

describe('carriage', () => {
  const score = async (name: string, label: string) =>
    entryOf(
      await run({
        document: documentOf(`${label}      4.90\nTotal     24.90`),
        fields: { [name]: money },
        tiers: [scriptedModel('reader', [cell(`$.${name}`, '4.90', { quote: `${label} 4.90` })])],
      }),
      `$.${name}`,
    );

  it('doubts that a charge of any kind is what shipping costs', async () => {
    expect((await score('shipping', 'Gesamtbetrag der Zuschläge')).reason).toBe(
      'Label conflict: "Gesamtbetrag der Zuschläge" may be any charge',
    );
    expect((await score('shipping', 'Versandkosten')).reason).not.toContain('any charge');
    expect((await score('charges_total', 'Gesamtbetrag der Zuschläge')).reason).not.toContain('any charge');
  });
});
