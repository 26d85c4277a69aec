/** A way into a configuration: ['tiers', 0, 'model']. */
export type ConfigPath = readonly (string | number)[];

/** As a person writes it: `tiers[0].model`. */
export const pathText = (place: ConfigPath): string =>
  place.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
