/** A way into a configuration: ['tiers', 0, 'model']. */
export type Place = readonly (string | number)[];

/** As a person writes it: `tiers[0].model`. */
export const pathText = (place: Place): string =>
  place.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
