import { describe, expect, it } from 'vitest';
import { domainsIn } from '../../../../../core/evidence/judges/parties/role-signs.js';

describe('the names of the domains in a text', () => {
  it('are those of sites and mailboxes, each once', () => {
    expect(domainsIn('info@kraxi.com, www.kraxi.com, https://corbel-joinery.example/pay')).toEqual(['kraxi', 'corbeljoinery']);
  });

  it('are the registered ones, without departments and kinds of holders', () => {
    expect(domainsIn('ap@billing.kraxi.com www.corbel.co.uk')).toEqual(['kraxi', 'corbel']);
  });

  it('are not those that many share, nor too short to tell a name', () => {
    expect(domainsIn('me@gmail.com you@orange.fr www.abc.de pay@paypal.com')).toEqual([]);
  });
});
