import { documentOf } from '../../core/builders.js';
import { row } from '../../kit/example-subjects.js';
import { exhibitOf, type FaultExhibit } from '../../kit/exhibit.js';
import type { TruthFile } from '../../kit/truth-file.js';

/** An invoice as a typewriter prints it; its truth is `invoiceTruth`. */
export const invoicePage = `
Kranbau Nord GmbH                                  Invoice
Bill to: Hafen Sud AG
Invoice number: RE-4711-8                Invoice date: 03.04.2025
Due date: 17.05.2025                     Delivery date: 28.03.2025

Description              Quantity    Unit price       Amount
Steel cable                     3        120,50       361,50
Winch service                   2         80,25       160,50
Hook                           10         12,40       124,00

                                       Subtotal       646,00
                                       VAT 19 %       122,74
                                          Total       768,74
                                         Deposit       68,74
                                     Amount due       700,00
IBAN: DE89 3704 0044 0532 0130 00`;

export const invoiceTruth: TruthFile = {
  id: 'typed',
  doc_type: 'invoice',
  fields: {
    invoice_number: { value: 'RE-4711-8' },
    issue_date: { value: '2025-04-03' },
    due_date: { value: '2025-05-17' },
    seller_name: { value: 'Kranbau Nord GmbH' },
    buyer_name: { value: 'Hafen Sud AG' },
    subtotal: { value: 646 },
    tax: { value: 122.74 },
    total: { value: 768.74 },
    amount_due: { value: 700 },
  },
  line_items: [row('Steel cable', 3, 120.5, 361.5), row('Winch service', 2, 80.25, 160.5), row('Hook', 10, 12.4, 124)],
  math_on_page: { horizontal_sum: { holds: true }, vertical_sum: { holds: true } },
};

export const typedExhibit = (truth: Partial<TruthFile> = {}, ...pages: readonly string[]): FaultExhibit =>
  exhibitOf('typed', documentOf(...(pages.length > 0 ? pages : [invoicePage])), { ...invoiceTruth, ...truth });
