import type { PluginContext } from '../../core/index.js';
import { openSandbox, type SandboxSettings } from '../sandbox/sandbox.js';

/** An invoice in XML is small. A child that needs more than this is not reading an invoice. */
const sandbox = {
  plugin: 'einvoice',
  children: 1,
  recycleAfter: 200,
  deadlineMs: 5_000,
  memoryMb: 256,
  recycleAboveMb: 160,
  limits: {},
  warm: false,
};

/** Opens a sandbox that reads invoices which are inside a document, or are one; it starts with the first of them. */
export const openEInvoices = <T>(settings: Pick<SandboxSettings<T>, 'subject' | 'parse' | 'ahead'>, context: PluginContext) =>
  openSandbox({ ...sandbox, ...settings }, context);
