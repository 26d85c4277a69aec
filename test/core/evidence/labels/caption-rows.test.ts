import { describe, expect, it } from 'vitest';
import { valuesUnderCaptions } from '../../../../core/evidence/labels/nearby/caption-rows.js';
import { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import { documentOf } from '../../builders.js';

const under = (page: string) =>
  Object.fromEntries([...valuesUnderCaptions(new DocumentIndex(documentOf(page)))].map(([caption, value]) => [caption.text, value.text]));

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
