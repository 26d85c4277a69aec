import { shippedSchemas } from '../../../config/schemas/index.js';

export type TemplateName = keyof typeof shippedSchemas;
export const templateNames = Object.keys(shippedSchemas) as readonly TemplateName[];

/** The schemas that are shipped with the service, as a person would write them. */
export const templateText = (name: TemplateName): string => JSON.stringify(shippedSchemas[name], null, 2);

export const templateTitle = (name: TemplateName): string => shippedSchemas[name].title;

/** Whether nothing would be lost by replacing it. */
export const isTemplate = (text: string): boolean => templateNames.some((name) => templateText(name) === text);
