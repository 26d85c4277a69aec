import type { Decimal } from './amount.js';
import type { CalibrationTable } from './cap.js';
import type { Classification, SchemaChoice } from './classification.js';
import type { FileTypes, Mark } from './converter.js';
import type { Document, Picture, SourceFile } from './document.js';
import type { Draft, Region } from './draft.js';
import type { FailureCode } from './errors.js';
import type { Doubt } from './gate.js';
import type { Observer } from './observer.js';
import type { Kind, Plugin, PluginEvent } from './plugin.js';
import type { Check, EarlierDocuments, VerificationStatus } from './rule.js';
import type { JsonObject, Schema } from './schema.js';

/** The confidence that a required field needs where a request does not say. Source: the specification, §2.1. */
export const defaultThreshold = 0.85;

/** Values that somebody else has read. JSON has them as they are meant, such as 1234.5 for `1.234,50 €`, not as they are printed. */
export interface GivenReading {
  /** By the schema of the request; what is missing is null. */
  readonly data: JsonObject;
  /** The words that prove a value, as they stand on the page, by the value's path: `$.total`, `$.line_items[0].amount`. */
  readonly quotes?: Readonly<Record<string, string>>;
  /** The page of a value, counted from 1, by its path. */
  readonly pages?: Readonly<Record<string, number>>;
  /** Set where `pages` are as an extractor counts them, who may have seen another print of the document: one that it lacks is not heeded, but no mistake. */
  readonly ownPages?: true;
  /** How sure the extractor says it is of a value, 0..1, by its path. */
  readonly stated?: Readonly<Record<string, number>>;
  /**
   * Set where a person has judged: where they have pointed, by the value's path. The words there are its quote, and the value itself where the data have
   * none; and a text may stand for any type, as it is printed.
   */
  readonly places?: Readonly<Record<string, readonly Region[]>>;
  /**
   * Who has read them, for messages. A model of the engine is weighed as itself, and does not second itself; where a calibration table has this label,
   * they are weighed by it; else as those of a large model.
   */
  readonly reader?: string;
}

export interface ExtractionRequest {
  readonly file: SourceFile;
  /** From `parseSchema`. */
  readonly schema: Schema;
  /** 0..1; the confidence that a required field needs to be accepted; `defaultThreshold` when absent. */
  readonly threshold?: number;
  /** Whether the answer carries the checks; they run either way. */
  readonly verify?: boolean;
  /** Fires when the caller is gone: provider calls are cut, nothing is answered. */
  readonly signal?: AbortSignal;
  /** Who asks, in the host's words; rules are told. */
  readonly caller?: string;
  /** Called before each request to a provider: from the first one on, this request waits rather than works. */
  onProviderCall?(): void;
  /** What this request's readings are paid from, beside what the engine pays from. */
  readonly tokenBudget?: TokenBudget;
  /** Is told of the request's steps. It steers nothing. */
  readonly observer?: Observer;
  /** Scored in place of a tier's reading and answered unchanged: only embedded readers are asked then, and nothing leaves this machine. */
  readonly given?: GivenReading;
}

export interface Verification {
  readonly status: VerificationStatus;
  readonly checks: readonly Check[];
}

/** What is read of one document. A failure is an outcome, too: `object` is null and `error` says why. */
export interface DocumentOutcome {
  readonly object: JsonObject | null;
  /** Whether every page could be read and every model that was asked answered; an incomplete answer may be better another time. */
  readonly complete: boolean;
  readonly metadata: {
    readonly processingTimeMs: number;
    readonly credits: number;
    readonly fallbackTriggered: boolean;
    readonly confidenceScore?: number;
  };
  readonly verification?: Verification;
  /** What the gate doubted of Tier 1's draft, where Tier 2 was asked because of it. It never stands in the body. */
  readonly doubted?: readonly Doubt[];
  /** The types of the policies that failed: the document may be read well, but the host does not accept it as it is. It never stands in the body. */
  readonly held?: readonly string[];
  /** What the gate doubts of it in the end. It never stands in the body. */
  readonly doubts?: readonly Doubt[];
  /** What `object` was made from, every cap included. For who embeds the engine; it never goes on the wire. */
  readonly draft?: Draft;
  readonly error?: { readonly code: FailureCode; readonly message: string };
  /**
   * Beside an error, where no provider took the work for now, being limited, overloaded or out of reach: nothing is wrong with the document. How
   * long they want to be left alone, where they say so. It never stands in the body.
   */
  readonly postponed?: { readonly retryAfterMs?: number };
}

/** One of several documents in a file. */
export interface PartOutcome extends DocumentOutcome {
  /** Its pages by their numbers in the file. */
  readonly pages: readonly number[];
}

/** The answer to one request. */
export interface Outcome extends DocumentOutcome {
  /** What the request used of all models. It stands in the body only where it is asked for. */
  readonly usage: RequestUsage;
  /** Where a splitter found several documents: each with its own outcome, in the order of the file. Then `object` is null, `error` is there only where all failed, and the rest is about all. */
  readonly documents?: readonly PartOutcome[];
}

/** A document that is open and has not been read yet. */
export interface OpenedDocument {
  /** The most credits that `extract` can cost; 0 where the file could not be read, which `extract` then answers. */
  readonly maxCredits: number;
  /** Reads the document; call it once. Every failure is an outcome. @throws the reason of the request's signal when it fires */
  extract(): Promise<Outcome>;
  /** Ends the deadline of a document that is not extracted; does nothing after `extract`. */
  close(): void;
}

/** A document to be shown to a person. */
export interface View {
  readonly document: Document;
  /** Draws a page, counted from 1; absent where the format has no pages to look at. @throws ExtractionError */
  draw?(page: number, signal: AbortSignal): Promise<Picture>;
  /** A PDF of the pages with these marks on them; absent where there is none. @throws ExtractionError */
  annotate?(marks: readonly Mark[], signal: AbortSignal): Promise<Uint8Array>;
  /** The document with this invoice in CII inside, as a Factur-X; absent where it is no PDF. @throws ExtractionError */
  addInvoice?(xml: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** A model that lives elsewhere, by its label. */
export interface RemoteModel {
  readonly label: string;
  /** Asks whether it is there and takes the key, at no cost. @throws ExtractionError */
  reach(signal: AbortSignal): Promise<void>;
}

/** A model that uses tokens. Its price is absent where nobody has said it. */
export interface MeteredModel {
  readonly label: string;
  readonly price?: TokenPrice;
}

export interface Engine {
  /** Formats that are read, for messages: ['PDF', 'DOCX']. */
  readonly formats: readonly string[];
  /** The same with their extensions and media types, for file choosers and folders. */
  readonly reads: FileTypes;
  /** Models that are asked over a network. */
  readonly remote: readonly RemoteModel[];
  /** Opens a document, so that its price is known before it is read. The deadline begins. @throws InputError when no converter accepts the file */
  open(request: ExtractionRequest): Promise<OpenedDocument>;
  /** Opens a document and reads it. @throws as `open` and `OpenedDocument.extract` do */
  extract(request: ExtractionRequest): Promise<Outcome>;
  /** The plugins that could not work at this moment, by their labels; none = ready. */
  unready(): readonly string[];
  /** For how long no tier will be asked, because each keeps failing or wants to be left alone, in ms; 0 where one is asked. */
  pausedForMs(): number;
  /** Opens a file to show it; nothing is read from it. @throws InputError when no converter accepts the file, ExtractionError when it cannot be read. */
  view(file: SourceFile): Promise<View>;
  /** The schemas of the host, by which requests may name one. */
  readonly schemas: readonly SchemaChoice[];
  /**
   * Says to which of the schemas a document belongs, before it is read; of a file with several documents, the first. No model is asked.
   * @throws InputError when no converter accepts the file, ExtractionError when it cannot be read
   */
  classify(file: SourceFile, signal?: AbortSignal): Promise<Classification>;
  /** The models that use tokens, with their prices, and the currency of these. */
  readonly metered: readonly MeteredModel[];
  readonly currency?: string;
  /** What a page costs, and what it costs more when Tier 2 reads it, too; 0 where there is no Tier 2. */
  readonly credits: { readonly page: number; readonly fallbackPage: number };
  /** Ends children and connections; running requests fail. */
  close(): Promise<void>;
}

/** A plugin at its place in the pipeline. */
export interface Part<K extends Kind = Kind> {
  readonly plugin: Plugin<K>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** How messages and logs call it: 'openai:gpt-6-luna'. The plugin's name when absent. */
  readonly label?: string;
}

/** What a provider asks for a million tokens, in major units of the currency. What has no price of its own costs as much as other input. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
}

/** The prices of models by their labels: 'openai:gpt-6-luna'. A model without one has unknown costs, not none. */
export interface TokenPrices {
  /** As it is shown: 'USD'. */
  readonly currency: string;
  readonly models: Readonly<Record<string, TokenPrice>>;
}

/** Who asked the model: a tier by its number, or a witness. */
export type UsageRole = '1' | '2' | 'witness';

/** Calls to providers and what they used. Null is unknown; it is never zero. */
export interface CallUsage {
  readonly calls: number;
  /** Calls whose tokens nobody reported, as where an answer broke off. They are in no other number here. */
  readonly unmeasuredCalls: number;
  /** Of all measured calls; null where no call was measured. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Null, too, where one of the measured calls does not say. */
  readonly cachedInputTokens: number | null;
  readonly cacheWriteTokens: number | null;
  /** Exact, in major units of the currency; null where one call is unmeasured or has no price. */
  readonly cost: Decimal | null;
}

export interface ModelUsage extends CallUsage {
  /** 'openai:gpt-6-luna' */
  readonly model: string;
  readonly role: UsageRole;
}

/** What one request used of all models. */
export interface RequestUsage extends CallUsage {
  /** The currency of all costs; absent where no prices are configured. */
  readonly currency?: string;
  /** In the order in which they were asked first. */
  readonly models: readonly ModelUsage[];
}

/** What readings are paid from that use a provider's tokens. */
export interface TokenBudget {
  /**
   * Sets the most aside that a call can use, in tokens and, where the model has a price, in money. The result ends that and charges what
   * was used; a cost that is left out is not known. @throws ExtractionError when there is not enough left.
   */
  reserve(tokens: number, cost?: Decimal): Promise<(used: number, cost?: Decimal) => Promise<void>>;
}

/** When a model is left alone, and how often one that fails is asked again; each model counts for itself. */
export interface OutageSettings {
  /** Calls in a row that fail in a way that may pass, before the model is left alone. 5 when absent. */
  readonly failures: number;
  /** For how long at first; doubled each time a call then asks in vain. 5,000 when absent. */
  readonly pauseMs: number;
  /** The longest pause, also for a provider that asks for more. 60,000 when absent. */
  readonly longestPauseMs: number;
  /** The part of its calls that may be made again. 0.1 when absent. */
  readonly retryShare: number;
  /** This many a minute are allowed in any case. 10 when absent. */
  readonly retriesAMinute: number;
}

/** All that an engine is made of. Order counts: the first converter that accepts a file, the tiers one after the other. */
export interface EngineSettings {
  readonly converters: readonly Part<'converter'>[];
  /**
   * Who reads pages that are pictures: none, one, or two, of which the second looks at them again where the first reading is not sure enough.
   */
  readonly recognizers?: readonly Part<'recognizer'>[];
  /** Parts a file that holds several documents. When absent such a file is read as one, and every value is doubted. */
  readonly splitter?: Part<'splitter'>;
  /** One or two: the second is the fallback. */
  readonly tiers: readonly Part<'model'>[];
  readonly witnesses?: readonly Part<'model'>[];
  readonly gate: Part<'gate'>;
  readonly rules?: readonly Part<'rule'>[];
  readonly injector: Part<'injector'>;
  /** Schemas that requests may name, and among which documents are classified. None when absent. */
  readonly schemas?: readonly SchemaChoice[];
  /** What each tier's evidence has proved to be worth, by its label. Without a table the start values count. */
  readonly calibrations?: readonly CalibrationTable[];
  /**
   * The share of a model's values that may be wrong in ways nobody has measured, 0..1; when absent that of its table. A table without one keeps
   * its priors.
   */
  readonly allowance?: number;
  /** One deadline a request, monotonic. 120,000 ms when absent. */
  readonly deadlineMs?: number;
  /** What is done about models that fail again and again. */
  readonly outages?: Partial<OutageSettings>;
  /** What providers are paid from; unlimited when absent. */
  readonly tokenBudget?: TokenBudget;
  /** What providers ask for tokens; without it no cost is known. */
  readonly prices?: TokenPrices;
  /** Credits a page, and those that Tier 2 adds. 1 and 2 when absent. */
  readonly credits?: { readonly page: number; readonly fallbackPage: number };
  /** The folder from which plugins resolve paths of files; the working directory when absent. */
  readonly folder?: string;
  /** Where rules remember documents, such as for duplicates. */
  readonly earlierDocuments?: EarlierDocuments;
  /** Where plugins get secrets from, by name. None when absent: a plugin that needs one then fails at boot. */
  readonly secret?: (name: string) => string | undefined;
  readonly log?: (message: string, details?: Readonly<Record<string, string | number | boolean>>) => void;
  /** Counts what happens to plugins outside of any one request. */
  readonly report?: (event: PluginEvent) => void;
}
