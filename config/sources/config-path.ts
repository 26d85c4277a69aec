/** A path into a configuration: ['tiers', 0, 'model']. */
export type ConfigPath = readonly (string | number)[];

/** Writes a path as a person does: `tiers[0].model`. */
export const pathText = (place: ConfigPath): string =>
  place.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
