import type { ObjectSchema } from '../wire/typed-schema.js';

/** A JSON Schema as it stands in the document. */
export type WireSchema = Readonly<Record<string, unknown>>;

/** The part of OpenAPI 3.1 that the document uses. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** Requests that the service makes. */
  readonly webhooks?: Readonly<Record<string, WebhookItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, WireSchema>>;
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, WireSchema>>;
  };
}

export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'patch' | 'delete' | 'options', Operation>>>;

/** What is said of an operation in the same words on its route and in the document. */
interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Requests to copy, which several OpenAPI renderers show. */
  readonly 'x-codeSamples': readonly { readonly lang: 'Shell'; readonly label: string; readonly source: string }[];
}

type Responses = Readonly<Record<string, ResponseObject | OpenApiReference>>;

export interface Operation extends DescribedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: OpenApiContent };
  readonly responses: Responses;
}

/** The `schema` of a route, with Fastify's names for the parts of a request. */
export interface OperationSchema extends DescribedOperation {
  /** Hides it from documents that a host makes of all routes. */
  readonly hide?: boolean;
  readonly params?: ObjectSchema;
  readonly querystring?: ObjectSchema;
  readonly headers: ObjectSchema;
  readonly body?: { readonly content: OpenApiContent };
  readonly response: Responses;
}

export interface WebhookItem {
  readonly post: Required<Pick<Operation, 'operationId' | 'tags' | 'summary' | 'description' | 'parameters' | 'requestBody'>> & {
    /** By the status of the receiver. */
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required?: true;
  readonly description: string;
  readonly schema: WireSchema;
  readonly example?: string;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, OpenApiHeader | OpenApiReference>>;
  readonly content?: OpenApiContent;
}

export type OpenApiContent = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export interface OpenApiHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: WireSchema;
}

export interface OpenApiReference {
  readonly $ref: string;
}
