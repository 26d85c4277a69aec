import { describe, expect, it } from 'vitest';
import { type Concept, conceptOf, fieldLabels } from '../../../../../core/text.js';
import { cases, field } from './named-fields.js';

/** Names of fields as developers of each country write them. */
const texts: Partial<Record<Concept, string>> = {
  invoice_number:
    'nr_fatt num_fact no_fact numfact rgnr faktnr nro_factura num_fra numero_nota_fiscal nf_numero bonnr laskun_numero nr_dokumentu cislo_dokladu szla_szam belge_no nr_fact broj_racuna regningsnummer kvittonummer tax_invoice_no',
  issue_date:
    'data_emiss dt_emissao fec_emision rg_datum date_fact faktdato utstedelsesdato udstedt_dato laskun_pvm data_wyst datum_vyst kiallitas_datuma fis_tarihi data_facturii datum_racuna statement_date',
  due_date:
    'dt_vencto fec_vto data_scad date_ech faell_datum forfaller forf_datum erapvm termin_zaplaty datum_splat fiz_hatarido son_odeme_tarihi termen_de_plata rok_placanja uiterste_betaaldatum a_payer_avant',
  delivery_date: 'lieferdat date_livr date_of_service data_sprzedazy duzp lev_datum data_prestazione sevk_tarihi datum_isporuke',
  order_number: 'num_cde bestelnr bestnr orden_compra cust_po nr_zam megrendelesszam rekvisitionsnr broj_narudzbe',
  customer_number: 'kdnr cod_cliente codcli numero_abonado patient_id kod_klienta ugyfelszam musteri_kodu cislo_zakaznika subscriber_no',
  seller_name:
    'rag_soc razon_social nom_fourn vermieter commercant esercente tienda loja verhuurder butik sælger utleier laskuttaja sprzedawcy poskytovatel szolgaltato tedarikci_adi prestator dobavljac landlord_name unvan',
  buyer_name:
    'tenant_name mieter locataire acquirente arrendatario tomador huurder hyresgast køber leietaker tilaaja nabywcy zakaznik ugyfel_neve abone_adi chirias kupca rag_soc_cliente policyholder',
  seller_address: 'sede_legale company_addr domicilio_emisor adres_sprzedawcy firmaadresse dir_proveedor',
  buyer_address: 'billing_address rechnungsanschrift adresse_facturation indirizzo_fatturazione factuuradres laskutusosoite fatura_adresi',
  tax_id: 'cnpj rfc cui vergi_no cod_fiscal part_iva mvanr',
  seller_tax_id: 'cnpj_emitente rfc_emisor nip_sprzedawcy satici_vergi_no cui_furnizor',
  buyer_tax_id: 'cnpj_tomador nip_nabywcy dic_odberatele oib_kupca',
  phone: 'telemovel celular cellulare mobilnummer matkapuhelin',
  currency: 'waluta para_birimi monnaie kod_waluty',
  payment_terms: 'cond_pago delai_paiement termini_pagamento betalningsvillkor maksuehto warunki_platnosci platebni_podminky',
  payment_method: 'modalita_pagamento tipo_pago zahlungsform betalningssatt maksutapa sposob_platnosci odeme_sekli nacin_placanja',
};

const numbers: Partial<Record<Concept, string>> = {
  total:
    'imp_tot mt_ttc vlr_total valor_nota bel_brutto totaal_inclusief beløb_i_alt belop_inkl_mva verollinen_summa suma_ogolem celkem_s_dph teljes_osszeg genel_toplam total_cu_tva ukupno_s_pdv order_total',
  subtotal:
    'bel_exkl mt_ht base_imp imp_netto ges_netto bedrag_exclusief beløb_ekskl_moms veroton_summa podstawa_opodatkowania castka_bez_dph kdv_matrahi total_fara_tva osnovica mal_hizmet_toplam_tutari',
  tax: 'imp_iva mt_tva mwst_betr vlr_iva valor_icms moms_beloeb veron_maara kwota_podatku vergi_tutari iznos_poreza',
  tax_rate: 'aliq_iva tx_tva mwst_proz perc_iva alv_prosentti verokanta stopa_pdv cota_tva tipo_impositivo',
  amount_due:
    'reste_a_payer importo_dovuto saldo_pendiente valor_devido te_voldoen kvar_att_betala belop_a_betale naleznosc zbyva_uhradit kalan_tutar rest_de_plata za_platiti',
  prepaid: 'acompte_verse a_cuenta adiantamento voorschot forskud zaliczka zaloha eloleg avans predujam payments_received',
  discount: 'rabat popust upust reducere ristourne bonificacion',
  charge: 'frete spese_trasp fraktkostnad fragtomkostninger toimituskulut koszt_dostawy postovne szallitasi_dij kargo_ucreti',
  tip: 'dricks drikkepenge napiwek borravalo',
  rounding: 'avrundning pyoristys zaokraglenie kerekites',
  withholding: 'wht retencion_fuente irrf stopaj rit_acconto',
};

const rows: Partial<Record<Concept, string>> = {
  line_quantity: 'qnty anz qtde cdad uds uren kpl liczba mnoz adet kolicine',
  line_unit_price:
    'e_preis px_unit precio_unit vlr_unit st_prijs apris stykpris yksikkohinta cena_jedn egys_ar br_fiyat pret_unitar vuncom hinta',
  line_amount: 'ges_preis imp_riga vl_total belop rivisumma wartosc_netto ertek valoare vprod',
  line_discount: 'disc_pct rabat_procent popust_posto',
  line_tax_rate: 'aliquota btw_perc stopa_pdv',
};

const cells: Partial<Record<Concept, string>> = {
  line_code: 'cod_art mat_nr ref_art cprod kod_towaru tuotekoodi stok_kodu catalog_no gtin',
  line_description: 'prestation desc_art nazwa_towaru tuotteen_nimi mal_hizmet xprod ydelse opis_stavke',
  line_unit: 'um eenh enhet jednostka_miary unidad_medida olcu_birimi',
  line_position: 'lfd_nr lp nr_crt redni_broj sira_no sl_no',
};

describe('a name as developers of a country write it', () => {
  it.each([
    ...cases(texts, 'string', '$.'),
    ...cases(numbers, 'number', '$.'),
    ...cases(rows, 'number', '$.items[].'),
    ...cases(cells, 'string', '$.items[].'),
  ])('%s (%s) is %s', (path, type, concept) => {
    expect(conceptOf(field(path, type))).toBe(concept);
  });

  it('is the same in camel case and with its letters', () => {
    expect([conceptOf(field('$.fechaVto')), conceptOf(field('$.vlrTotal', 'number')), conceptOf(field('$.datumSplatností'))]).toEqual([
      'due_date',
      'total',
      'due_date',
    ]);
  });
});

describe('a name that resembles another', () => {
  it.each(
    'nota_fiscal_serie delivery_name dato_fra orden termin nota credit_note_number codice_fiscale numero_bon_livraison ref_client vergi_dairesi tax_office card_number nights guest_name account_holder billing_period invoice_language order_status payment_status total_in_words hotel_room constructor toString hasOwnProperty'.split(
      ' ',
    ),
  )('%s is no text that is known', (name) => {
    expect(conceptOf(field(`$.${name}`))).toBeUndefined();
  });

  it.each(
    'imposition total_pages net_weight unit_of_competence gross_weight number_of_guests payment_days days_overdue rut_avdrag cod_amount exchange_rate supp_charge monnaie_rendue previous_balance current_charges net_pay gross_pay prix_forf credit_limit late_fee_days'.split(
      ' ',
    ),
  )('%s is no amount that is known', (name) => {
    expect(conceptOf(field(`$.${name}`, 'number'))).toBeUndefined();
  });
});

it.each([
  ['codice_sdi', 'Codice destinatario'],
  ['insc_estadual', 'Inscrição estadual'],
  ['auth_code', 'Genehmigungsnummer'],
  ['last_four', 'Kartennummer'],
  ['supply_number', 'Zählpunkt'],
  ['awb_no', 'Frachtbrief'],
  ['saldo_anterior', 'Previous balance'],
  ['taxe_sejour', 'Kurtaxe'],
  ['retention_of_title', 'Eigentumsvorbehalt'],
  ['cislo_smlouvy', 'Contract number'],
  ['net_pay', 'Nettolohn'],
  ['variabilni_symbol', 'Payment reference'],
])('a field %s is labelled %s', (name, label) => {
  expect(fieldLabels(field(`$.${name}`))).toContain(label);
});
