import { describe, expect, it } from 'vitest';
import { isFormWording } from '../../../../core/evidence/labels/wording.js';

describe('the wording of forms is nobody’s name', () => {
  it.each([
    'Nummer',
    'Company',
    'NF-e',
    'DATA DE RECEBIMENTO',
    'SELLER TRADE NAME',
    'DEL Name',
    'Rooms',
    'Bank',
    'REMIT TO',
    'SDN BHD',
    'GmbH & Co. KG',
    'customer_ein',
    'NOME / RAZÃO SOCIAL',
    'Rechnung',
    'Invoice number',
    'Name and address',
    'Adresse de facturation',
    'Bill to:',
    'Maksajan',
    'Odběratel',
    'Company name',
    'Hotel details',
    'Datos del paciente',
    'Fahrzeugdaten',
    'DANE NABYWCY',
    'Dane klienta',
    'Zleceniobiorca / Nabywca',
  ])('%s', (text) => {
    expect(isFormWording(text)).toBe(true);
  });

  it.each([
    'Acme Ltd',
    'Invoice Services GmbH',
    'Bank of Springfield',
    'Max Mustermann',
    'Blue Harbour',
    'DE',
    'The Company',
    'Client Nord',
    'Vinicius e Rebeca',
    'DANE FETTERMAN',
    '7-ELEVEN',
    '',
  ])('%s is no such wording', (text) => {
    expect(isFormWording(text)).toBe(false);
  });
});
