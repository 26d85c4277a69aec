import { inject, injectAll, injectable } from 'tsyringe';
import { tokens } from './assembly/tokens.js';
import type { Classification, SchemaChoice } from './contracts/classification.js';
import type { Converter, Splitter } from './contracts/converter.js';
import type { Document, SourceFile } from './contracts/document.js';
import type { Draft } from './contracts/draft.js';
import type { ExtractionRequest, GivenReading } from './contracts/extraction.js';
import type { ConfidenceGate, Doubt, MetaInjector } from './contracts/gate.js';
import type { Ending, Observer } from './contracts/observer.js';
import type { Recognizer } from './contracts/recognizer.js';
import type { Check, VerifierRule } from './contracts/rule.js';
import type { JsonObject } from './contracts/schema.js';
import { classify } from './evidence/classify.js';
import { isUnseen } from './evidence/ocr/prove-by-picture.js';
import type { Deadline } from './flow/deadline.js';
import { eventLoopYielder } from './flow/event-loop.js';
import type { NamedPart } from './flow/fault.js';
import type { Reader } from './flow/reader.js';
import { stages, unobserved } from './flow/stage-observer.js';
import { addMeta } from './stages/add-meta.js';
import { appraise } from './stages/appraise.js';
import { confirmPrint, hasUnconfirmedWords } from './stages/confirm.js';
import { convert } from './stages/convert.js';
import { doubt } from './stages/doubt.js';
import { embeddedAmong, givenResult, withPointedWords } from './stages/given.js';
import { ground } from './stages/ground.js';
import { mendMisread } from './stages/mend.js';
import { type ExtractionContext, pageSource, prepare, searchable, taskFor, withDocument } from './stages/prepare.js';
import { answered, type Budget, isWhole, type ModelResult, read, readWitnesses, requireAnswer } from './stages/read.js';
import { Looks } from './stages/recognize.js';
import { hasFigures, seekInFigures } from './stages/seek.js';
import { settle } from './stages/settle.js';
import { split } from './stages/split.js';
import { verify } from './stages/verify.js';

/** The path of a document: the constructor is the list of parts, `convert`, `split`, `extract` and `assess` are their order. */
@injectable()
export class Pipeline {
  constructor(
    @injectAll(tokens.converter) private readonly converters: readonly Converter[],
    @injectAll(tokens.recognizer, { isOptional: true }) private readonly recognizers: readonly Recognizer[],
    @injectAll(tokens.tier) private readonly tiers: readonly Reader[],
    @injectAll(tokens.witness, { isOptional: true }) private readonly witnesses: readonly Reader[],
    @inject(tokens.gate) private readonly gate: NamedPart<ConfidenceGate>,
    @injectAll(tokens.rule, { isOptional: true }) private readonly rules: readonly VerifierRule[],
    @inject(tokens.injector) private readonly injector: NamedPart<MetaInjector>,
    @injectAll(tokens.splitter, { isOptional: true }) private readonly splitters: readonly Splitter[],
    @inject(tokens.givenReader) private readonly givenReader: (label?: string) => Reader,
  ) {
    this.looks = new Looks(recognizers);
  }

  private readonly looks: Looks;

  /** Documents that were classified, by the bytes of their files: they are neither converted nor recognized again. */
  private readonly classified = new WeakMap<Uint8Array, Document>();

  /** Makes a document of the file; nothing is read from it yet. */
  async convert(file: SourceFile, deadline: Deadline, observer: Observer): Promise<Document> {
    const known = this.classified.get(file.bytes);
    return known ? { ...known, file } : stages(observer, 1)('convert', () => convert(file, this.converters, deadline), pagesOf);
  }

  /** Looks at the pictures, again where no schema suits what was read, and says to which of these schemas the document belongs. */
  async classify(converted: Document, choices: readonly SchemaChoice[], deadline: Deadline): Promise<Classification> {
    const terms = { stage: stages(unobserved, 1), deadline };
    const among = async (document: Document) => classify(await searchable(document, eventLoopYielder(deadline.signal)), choices);
    const document = await this.look('first', converted, terms);
    this.classified.set(converted.file.bytes, document);
    const found = await among(document);
    const reread = found.schema ? document : await this.look('second', document, terms);
    return reread === document ? found : among(reread);
  }

  /** Looks at the pictures, and parts a file that holds several documents, unless it is to be taken as one. */
  async split(converted: Document, { observer, deadline, isOne }: SplitTerms): Promise<readonly Document[]> {
    const stage = stages(observer, 1);
    const isKnown = this.classified.has(converted.file.bytes);
    if (!isKnown) this.looks.begin(converted, deadline);
    const document = isKnown ? converted : await this.look('first', converted, { stage, deadline });
    const [splitter] = this.splitters;
    return splitter && !isOne ? stage('split', () => split(document, splitter, deadline)) : [document];
  }

  /**
   * Reads with Tier 1, or takes the reading that was given. Where the gate doubts a required field, or no words say what was read, it looks at the
   * pictures again, and for the gate reads with Tier 2 if there is one.
   */
  async extract(document: Document, request: ExtractionRequest, budget: RequestBudget): Promise<Result> {
    const [round1, round2] = rounds(budget);
    const [tier1, tier2] = request.given ? [] : this.tiers;

    const given = request.given ? [this.take(request.given, { document, request, budget })] : [];
    const first = await this.assess({ ...(await this.prepare(document, request, round1)), results: given }, tier1, round1);
    const next = first.accepted ? undefined : tier2;
    if (!next && (!first.results.some(answered) || (first.accepted && !first.draft.fields.some(isUnseen)))) return this.inject(first);

    const { document: seen } = first.context.task;
    const reread = await this.look('second', seen, round2);
    if (!next && reread === seen) return this.inject(first);
    const prepared = reread === seen ? first : await this.prepare(reread, request, round2);
    const second = await this.assess({ ...prepared, results: first.results, complete: prepared.complete && first.complete }, next, round2);
    return { ...this.inject(second), ...(next && { doubted: first.doubts }) };
  }

  /** Reads the pages that are pictures; the same document where there are none. */
  private look(which: 'first' | 'second', document: Document, { stage, deadline }: Pick<Budget, 'stage' | 'deadline'>): Promise<Document> {
    return stage('ocr', () => this.looks[which](document, deadline), unreadOf);
  }

  /** Makes the document searchable, and begins to read the witnesses. */
  private async prepare(document: Document, request: ExtractionRequest, budget: Budget): Promise<PreparedDocument> {
    const { signal } = budget.deadline;
    const pages = pageSource(document.file, this.converters, signal);
    const context = await prepare(document, request, { rules: this.rules, signal, ...(pages && { pages }) });
    const complete = document.leftOut === undefined && document.pages.every(({ unread }) => unread === undefined);
    const witnesses = request.given ? embeddedAmong([...this.witnesses, ...this.tiers]) : this.witnesses;
    return { context, witnesses: readWitnesses(context, witnesses, budget), results: [], complete };
  }

  /** What came with the request costs what Tier 1 does. */
  private take(given: GivenReading, { document, request, budget }: GivenTo): ModelResult {
    budget.tally.charge(0);
    return givenResult(withPointedWords(given, document), request.schema, this.givenReader(given.reader));
  }

  /** Reads with one more tier, then grounds, settles, verifies and appraises all readings, and asks the gate. */
  private async assess(prepared: PreparedDocument, tier: Reader | undefined, budget: Budget): Promise<Assessment> {
    const results = tier ? [...prepared.results, await read(taskFor(tier, prepared.context), tier, budget)] : prepared.results;
    const witnessed = await prepared.witnesses;
    const context = await this.confirm(prepared.context, [...results, ...witnessed], budget);
    return budget.stage('weigh', async () => {
      const settled = await settle(await ground(results, context), await ground(witnessed, context), context);
      const checks = await verify(settled, this.rules, context, budget.deadline);
      const draft = await appraise(settled, checks, context);
      const doubts = [...doubt(this.gate, draft, context), ...policyDoubts(checks)];
      const complete = prepared.complete && [...results, ...witnessed].every(isWhole);
      const accepted = !needsRereading(doubts, checks) && results.some(answered);
      return { ...prepared, context, results, complete, draft, checks, doubts, accepted };
    });
  }

  /**
   * What OCR misread is put right where its picture shows what a reader claims. Where a value rests on words whose print does not look like them,
   * OCR must have read the same; what no words say may stand in a figure.
   */
  private async confirm(given: ExtractionContext, results: readonly ModelResult[], budget: Budget): Promise<ExtractionContext> {
    const document = await mendMisread(given.task.document, results, budget.deadline.signal);
    const context = document === given.task.document ? given : await withDocument(given, document);
    if (!hasUnconfirmedWords(document) && !hasFigures(document)) return context;
    const cells = (await ground(results, context)).flatMap((grounding) => grounding.cells);
    const { recognizers } = this;
    const { deadline } = budget;
    const confirmed = await budget.stage('ocr', async () =>
      seekInFigures(await confirmPrint(document, cells, { recognizers, deadline }), cells, { recognizer: recognizers.at(-1), deadline }),
    );
    return confirmed === document ? context : withDocument(context, confirmed);
  }

  /** @throws ExtractionError when no tier has answered */
  private inject({ results, draft, doubts, checks, complete }: Assessment): Result {
    requireAnswer(results);
    const held = [...new Set(checks.filter(isHolding).map(({ type }) => type))];
    return { object: addMeta(this.injector, { draft, doubts, checks }), draft, doubts, checks, complete, ...(held.length > 0 && { held }) };
  }
}

/** An unreadable page does not fail the document, but the stage is recorded as failed. */
const unreadOf = ({ pages }: Document): Ending => (pages.some(({ unread }) => unread !== undefined) ? { failure: 'UNREAD_PAGE' } : {});

const pagesOf = ({ chargedPages }: Document): Ending => ({ pages: chargedPages });

/** A policy that fails is a doubt about the whole document. */
const policyDoubts = (checks: readonly Check[]): readonly Doubt[] => (checks.some(isHolding) ? [{ path: '$', cause: 'policy' }] : []);
const isHolding = ({ status, policy }: Check): boolean => status === 'FAILED' && policy !== undefined;

/** Whether reading again may help: not against a policy, unless its rule says so, and not where a person is asked for. */
const needsRereading = (doubts: readonly Doubt[], checks: readonly Check[]): boolean =>
  doubts.some(({ cause }) => cause === 'null' || cause === 'unsure') ||
  checks.some((check) => isHolding(check) && check.policy === 'reread');

/** How a file is parted. */
type SplitTerms = Pick<RequestBudget, 'observer' | 'deadline'> & { readonly isOne: boolean };

/** What the whole request may take; each round has its own stages. */
export type RequestBudget = Omit<Budget, 'stage'> & { readonly observer: Observer };

const rounds = (budget: RequestBudget): readonly [Budget, Budget] => [
  { ...budget, stage: stages(budget.observer, 1) },
  { ...budget, stage: stages(budget.observer, 2) },
];

/** What a given reading was made of, and for. */
interface GivenTo {
  readonly document: Document;
  readonly request: ExtractionRequest;
  readonly budget: RequestBudget;
}

export interface Result {
  readonly object: JsonObject;
  readonly draft: Draft;
  /** What the gate still doubts. */
  readonly doubts: readonly Doubt[];
  readonly checks: readonly Check[];
  /** Whether every page could be read and every model answered. */
  readonly complete: boolean;
  /** The types of the policies that failed; absent where none did. */
  readonly held?: readonly string[];
  /** The doubts about Tier 1's draft that sent the document to Tier 2; absent if Tier 2 was not asked. */
  readonly doubted?: readonly Doubt[];
}

/** A document ready to be read, with what its tiers have read so far. */
interface PreparedDocument {
  readonly context: ExtractionContext;
  readonly witnesses: Promise<readonly ModelResult[]>;
  readonly results: readonly ModelResult[];
  readonly complete: boolean;
}

/** The result of weighing everything read so far. */
interface Assessment extends PreparedDocument {
  readonly draft: Draft;
  readonly checks: readonly Check[];
  readonly doubts: readonly Doubt[];
  readonly accepted: boolean;
}
