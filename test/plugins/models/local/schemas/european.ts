import { is, type Shape } from './shape.js';

/** The same fields under names that developers choose in their own languages. */
export const european: Readonly<Record<string, Shape>> = {
  'German, camel case': {
    rechnungsnummer: is.number, rechnungsdatum: is.issueDate, faelligkeitsdatum: is.dueDate, bestellnummer: is.orderNumber, kundennummer: is.customerNumber,
    waehrung: is.currency, lieferant: is.seller, kunde: is.buyer, ustIdNr: is.sellerTaxId, iban: is.iban, bic: is.bic,
    nettobetrag: is.net, mwstBetrag: is.tax, mwstSatz: is.taxRate, bruttobetrag: is.total,
    positionen: [{ bezeichnung: is.description, menge: is.quantity, einheit: is.unit, einzelpreis: is.unitPrice, mwstSatz: is.lineTaxRate, gesamtpreis: is.amount }],
  },
  'German, with umlauts and capitals': {
    Rechnungs_Nr: is.number, Rechnungsdatum: is.issueDate, Fällig_am: is.dueDate, Auftragsnummer: is.orderNumber, 'Kunden-Nr': is.customerNumber,
    Währung: is.currency, Verkäufer: is.seller, Käufer: is.buyer, Zwischensumme: is.net, Umsatzsteuer: is.tax, Steuersatz: is.taxRate, Gesamtbetrag: is.total,
    Rechnungspositionen: [{ Beschreibung: is.description, Anzahl: is.quantity, ME: is.unit, 'E-Preis': is.unitPrice, Betrag: is.amount }],
  },
  'German, nested': {
    beleg: { nummer: is.number, datum: is.issueDate, faelligkeit: is.dueDate },
    rechnungssteller: { name: is.seller, ust_id: is.sellerTaxId, bankverbindung: { iban: is.iban, bic: is.bic } },
    rechnungsempfaenger: { name: is.buyer, kundennr: is.customerNumber },
    summen: { netto: is.net, ust: is.tax, brutto: is.total, zahlbetrag: is.due },
    leistungen: [{ leistungsbeschreibung: is.description, menge: is.quantity, nettoeinzelpreis: is.unitPrice, nettobetrag: is.amount }],
  },
  'German, of a bookkeeper': {
    BelegNr: is.number, Belegdatum: is.issueDate, Faelligkeit: is.dueDate, Kreditor: is.seller, Betrag_netto: is.net, MwSt: is.tax, MwSt_Prozent: is.taxRate,
    Betrag_brutto: is.total, Waehrungscode: is.currency,
    Posten: [{ Artikel: is.description, Stueckzahl: is.quantity, Stueckpreis: is.unitPrice, Summe: is.amount }],
  },
  'French, snake case': {
    numero_facture: is.number, date_facture: is.issueDate, date_echeance: is.dueDate, numero_commande: is.orderNumber, code_client: is.customerNumber,
    devise: is.currency, fournisseur: is.seller, client: is.buyer, numero_tva: is.sellerTaxId, iban: is.iban, bic: is.bic,
    montant_ht: is.net, montant_tva: is.tax, taux_tva: is.taxRate, montant_ttc: is.total,
    lignes: [{ designation: is.description, quantite: is.quantity, unite: is.unit, prix_unitaire_ht: is.unitPrice, taux_tva: is.lineTaxRate, montant_ht: is.amount }],
  },
  'French, camel case': {
    numFacture: is.number, dateEmission: is.issueDate, dateLimitePaiement: is.dueDate, refCommande: is.orderNumber, numClient: is.customerNumber,
    nomFournisseur: is.seller, nomClient: is.buyer, totalHT: is.net, totalTVA: is.tax, totalTTC: is.total, netAPayer: is.due,
    lignesFacture: [{ libelle: is.description, qte: is.quantity, puHT: is.unitPrice, totalHT: is.amount }],
  },
  'French, nested': {
    facture: { numéro: is.number, date: is.issueDate, échéance: is.dueDate },
    émetteur: { raison_sociale: is.seller, tva_intracommunautaire: is.sellerTaxId }, destinataire: { raison_sociale: is.buyer },
    totaux: { hors_taxes: is.net, tva: is.tax, toutes_taxes_comprises: is.total },
    prestations: [{ intitulé: is.description, quantité: is.quantity, prix_unitaire: is.unitPrice, total_hors_taxes: is.amount }],
  },
  'Spanish, snake case': {
    numero_factura: is.number, fecha_factura: is.issueDate, fecha_vencimiento: is.dueDate, numero_pedido: is.orderNumber, codigo_cliente: is.customerNumber,
    moneda: is.currency, proveedor: is.seller, cliente: is.buyer, nif_proveedor: is.sellerTaxId, iban: is.iban, swift: is.bic,
    base_imponible: is.net, cuota_iva: is.tax, tipo_iva: is.taxRate, total_factura: is.total,
    lineas: [{ descripcion: is.description, cantidad: is.quantity, unidad: is.unit, precio_unitario: is.unitPrice, tipo_iva: is.lineTaxRate, importe: is.amount }],
  },
  'Spanish, nested': {
    factura: { número: is.number, fechaEmisión: is.issueDate, vencimiento: is.dueDate, divisa: is.currency },
    emisor: { nombre: is.seller, cif: is.sellerTaxId }, receptor: { nombre: is.buyer },
    importes: { sinIVA: is.net, iva: is.tax, conIVA: is.total, totalAPagar: is.due },
    conceptos: [{ concepto: is.description, uds: is.quantity, precioUd: is.unitPrice, totalLinea: is.amount }],
  },
  'Italian, snake case': {
    numero_fattura: is.number, data_fattura: is.issueDate, data_scadenza: is.dueDate, numero_ordine: is.orderNumber, codice_cliente: is.customerNumber,
    valuta: is.currency, fornitore: is.seller, cliente: is.buyer, partita_iva: is.sellerTaxId, iban: is.iban, bic: is.bic,
    imponibile: is.net, imposta: is.tax, aliquota_iva: is.taxRate, totale_fattura: is.total,
    righe: [{ descrizione: is.description, quantita: is.quantity, unita_misura: is.unit, prezzo_unitario: is.unitPrice, aliquota_iva: is.lineTaxRate, importo: is.amount }],
  },
  'Italian, nested': {
    documento: { numero: is.number, data: is.issueDate, scadenza: is.dueDate },
    cedente: { denominazione: is.seller, partitaIva: is.sellerTaxId }, cessionario: { denominazione: is.buyer },
    totali: { totaleImponibile: is.net, totaleIva: is.tax, totaleDocumento: is.total },
    dettaglio: [{ prodotto: is.description, qta: is.quantity, prezzo: is.unitPrice, prezzoTotale: is.amount }],
  },
  'Dutch, snake case': {
    factuurnummer: is.number, factuurdatum: is.issueDate, vervaldatum: is.dueDate, ordernummer: is.orderNumber, klantnummer: is.customerNumber,
    valuta: is.currency, leverancier: is.seller, klant: is.buyer, btw_nummer: is.sellerTaxId, iban: is.iban, bic: is.bic,
    totaal_excl_btw: is.net, btw_bedrag: is.tax, btw_percentage: is.taxRate, totaal_incl_btw: is.total,
    regels: [{ omschrijving: is.description, aantal: is.quantity, eenheid: is.unit, prijs_per_stuk: is.unitPrice, btw_tarief: is.lineTaxRate, bedrag: is.amount }],
  },
  'Dutch, camel case': {
    factuurNr: is.number, datum: is.issueDate, betaalVoor: is.dueDate, naamLeverancier: is.seller, naamAfnemer: is.buyer,
    subtotaal: is.net, btw: is.tax, totaalBedrag: is.total, teBetalen: is.due,
    factuurregels: [{ artikel: is.description, hoeveelheid: is.quantity, stukprijs: is.unitPrice, regeltotaal: is.amount }],
  },
  'Portuguese, snake case': {
    numero_fatura: is.number, data_emissao: is.issueDate, data_vencimento: is.dueDate, numero_encomenda: is.orderNumber, numero_cliente: is.customerNumber,
    moeda: is.currency, fornecedor: is.seller, cliente: is.buyer, nif_fornecedor: is.sellerTaxId, iban: is.iban,
    valor_sem_iva: is.net, valor_iva: is.tax, taxa_iva: is.taxRate, total_com_iva: is.total,
    linhas: [{ descricao: is.description, quantidade: is.quantity, unidade: is.unit, preco_unitario: is.unitPrice, taxa_iva: is.lineTaxRate, valor: is.amount }],
  },
  'Portuguese, camel case': {
    numeroFatura: is.number, dataFatura: is.issueDate, vencimento: is.dueDate, nomeFornecedor: is.seller, nomeCliente: is.buyer,
    totalIliquido: is.net, totalIva: is.tax, valorTotal: is.total, totalAPagar: is.due,
    artigos: [{ designacao: is.description, qtd: is.quantity, precoUnitario: is.unitPrice, totalLinha: is.amount }],
  },
  'languages mixed': {
    invoice_nr: is.number, datum: is.issueDate, fällig: is.dueDate, lieferant_name: is.seller, betrag_net: is.net, tva_amount: is.tax, total_brutto: is.total,
    artikel: [{ name: is.description, anzahl: is.quantity, preis: is.unitPrice, total: is.amount }],
  },
}; // biome-ignore format: a table
