/** Any JSON value. An object keeps the order of its keys; an unknown value is null. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}
