import { squash } from '../../../text.js';
import { withHeader } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import { headerLeaves, misread, requoted } from './leaves.js';

export const sellerForBuyer: Fault = {
  number: 16,
  name: 'seller <-> buyer',
  standard: 'leaves',
  plant: ({ sheet }) => {
    const { seller_name, buyer_name } = sheet.header;
    if (!seller_name || !buyer_name || squash(seller_name.value ?? '') === squash(buyer_name.value ?? '')) return [];
    return [{ sheet: withHeader(sheet, { seller_name: buyer_name, buyer_name: seller_name }), targets: ['$.seller_name', '$.buyer_name'] }];
  },
};

/** Another company of the same name. */
export const legalFormAltered: Fault = {
  number: 17,
  name: 'legal form altered',
  standard: 'leaves',
  plant: (exhibit) =>
    headerLeaves(exhibit, 'name').flatMap((leaf) => {
      const name = leaf.mark.value ?? '';
      const altered = name.replace(forms, (form) => (/^l(?:td|imited)/i.test(form) ? 'GmbH' : 'Ltd'));
      return altered === name ? [] : misread(exhibit, leaf, requoted(leaf.mark, altered));
    }),
};

const forms =
  /(?<![\p{L}\p{N}])(?:GmbH|AG|KG|UG|Ltd|Limited|LLC|LLP|Inc|Corp|PLC|SARL|S\.A\.R\.L|SAS|SA|S\.A|SL|S\.L|Srl|S\.r\.l|SpA|S\.p\.A|BV|B\.V|NV|N\.V|Lda|Oy|AB|ApS)(?![\p{L}\p{N}])/iu;
