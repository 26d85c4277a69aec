import { describe, expect, it } from 'vitest';
import { valuesUnderCaptions } from '../../../../core/evidence/labels/nearby/caption-rows.js';
import { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import type { Document, Word } from '../../../../core/index.js';
import { documentOf } from '../../builders.js';

const under = (page: string | Document) =>
  Object.fromEntries(
    [...valuesUnderCaptions(new DocumentIndex(typeof page === 'string' ? documentOf(page) : page))].map(([caption, value]) => [
      caption.text,
      value.text,
    ]),
  );

/** A page that prints its first row in two thirds of the size of the others. */
function boxes(text: string): Document {
  const document = documentOf(text);
  const top = Math.min(...document.pages.flatMap(({ words }) => words.map(({ box }) => box.y)));
  const sized = ({ box, ...word }: Word): Word => ({
    ...word,
    box: box.y === top ? { ...box, y: box.y + box.height / 3, height: (box.height * 2) / 3 } : box,
  });
  return { ...document, pages: document.pages.map((page) => ({ ...page, words: page.words.map(sized) })) };
}

describe('captions in smaller print', () => {
  it('have the values right under them, whatever these are', () => {
    expect(under(boxes('Vessel               Port of loading     Place of issue\nMV Halcyon Strait    Aliaga, Izmir       Izmir'))).toEqual(
      {
        Vessel: 'MV Halcyon Strait',
        'Port of loading': 'Aliaga, Izmir',
        'Place of issue': 'Izmir',
      },
    );
  });

  it('also beside an address, and in numbered boxes', () => {
    const page = '4020 Liège, Belgium     20 Delivery terms     22 Currency\n                        DAP Sandnes           EUR';
    expect(under(boxes(page))).toEqual({ '20 Delivery terms': 'DAP Sandnes', '22 Currency': 'EUR' });
  });

  it('are none with a value beside them, over a table, or over the blocks of two parties', () => {
    expect(under(boxes('Paid on account     1,400.00\nBalance due          600.00'))).toEqual({});
    expect(under(boxes('Item            Site\nPump head       York\nHose            Leeds'))).toEqual({});
    expect(
      under(boxes('Shipper              Consignee\nMarlow Castings      Perrin Pump Works\nFoundry Avenue       Basin Street')),
    ).toEqual({});
  });
});

describe('captions side by side', () => {
  it('have the values under them, each its own', () => {
    const page = 'Train        Coach     Seat     Passenger\nRV 2417      5         12A      Marta Colli\nPrice: 31.90';
    expect(under(page)).toEqual({ Train: 'RV 2417', Coach: '5', Seat: '12A', Passenger: 'Marta Colli' });
  });

  it('also where one has no value', () => {
    expect(under('PRO NUMBER     BILL DATE      TRAILER\n774-201953                    53T-4410')).toEqual({
      'PRO NUMBER': '774-201953',
      TRAILER: '53T-4410',
    });
  });

  it('also over a sentence with a number', () => {
    const page =
      'Base fare     Discount      Total paid\n31.90         -6.38         28.52\nIssued on 2 May 2026 at 18:22 by the app, paid by card';
    expect(under(page)).toEqual({ 'Base fare': '31.90', Discount: '-6.38', 'Total paid': '28.52' });
  });

  it('also where some are known as headers of items', () => {
    expect(under('Passenger             Booking code     No.\nGiuditta Pellegrini   QX7R2M           2841009377')).toEqual({
      Passenger: 'Giuditta Pellegrini',
      'Booking code': 'QX7R2M',
      'No.': '2841009377',
    });
    expect(under('2 Coffee     3 Bagels\nfree         free')).toEqual({});
  });

  it('are headers of columns where more than one row follows', () => {
    expect(under('Reading date     Reading     Kind\n14 Feb           612         real\n15 Apr           629         estimated')).toEqual(
      {},
    );
    expect(under('Description     Quantity     Amount\nConsulting      4            480.00')).toEqual({});
  });

  it('are none where texts stand side by side', () => {
    expect(under('Technician     Ada Smith     Vehicle     Blue van\nWorkshop       Mill Lane     Insurer     Allianz 7')).toEqual({});
    expect(under('Shipper              Consignee\nMarlow Castings      Perrin Pump Works\n41 Foundry Ave       900 Basin St')).toEqual({});
    expect(under('Contract: C-17     Customer: 4711\n14 Mill Lane       York YO1 7PW')).toEqual({});
  });
});
