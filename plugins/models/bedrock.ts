import { ConfigError, definePlugin } from '../../core/index.js';
import { bedrockClient } from './bedrock/client.js';
import { throughConverse } from './bedrock/converse.js';
import { llmOptions } from './llm/llm-options.js';
import { llmReader } from './llm/reader.js';
import { secretIfSet } from './llm/request/authorization.js';
import { requirePackage } from './llm/request/optional-package.js';
import { readerSettings } from './llm/settings-of.js';

const { headers: _, ...shared } = llmOptions;

/**
 * Reads with a model in Amazon Bedrock, through the Converse API and AWS's own SDK, which finds the credentials of the machine. The model
 * is shown pictures of the pages: of a PDF that is sent as it is, the API shows most models no more than its text.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export default definePlugin({
  kind: 'model',
  name: 'bedrock',
  argument: 'model',
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['model'],
    properties: {
      ...shared,
      model: { type: 'string', minLength: 1, description: 'The id of a model or of an inference profile' },
      api_key: {
        type: 'string',
        description: 'A Bedrock API key; from AWS_BEARER_TOKEN_BEDROCK when absent, else the AWS credentials of the machine sign requests',
      },
      pdf: { ...llmOptions.pdf, default: 'pictures' },
      region: { type: 'string', description: 'From AWS_REGION when absent' },
      base_url: { type: 'string', description: 'The address of the API; that of the region when absent' },
      structured: {
        type: 'string',
        enum: ['auto', 'schema', 'prompt'],
        default: 'auto',
        description: 'Whether the API holds the model to the schema, or words alone do; auto finds out whether the model can be held',
      },
    },
  },
  create(settings, context) {
    requirePackage('bedrock', '@aws-sdk/client-bedrock-runtime', '3');
    const label = `bedrock:${settings.model}`;
    const region = settings.region ?? secretIfSet(context, 'AWS_REGION');
    if (region === undefined) throw new ConfigError('Plugin "bedrock" needs the option region, or the environment variable AWS_REGION');
    if (!/^[a-z]{2}(-[a-z]+)+-\d+$/.test(region)) throw new ConfigError('Plugin "bedrock": region is not the name of a region');
    const apiKey = settings.api_key ?? secretIfSet(context, 'AWS_BEARER_TOKEN_BEDROCK');
    const client = bedrockClient(context, {
      label,
      region,
      ...(settings.base_url && { baseUrl: settings.base_url }),
      ...(apiKey && { apiKey }),
    });
    const send = throughConverse(client, settings, label);
    return llmReader({ label, send, showsPictures: true }, readerSettings(settings, ['schema', 'prompt']), context);
  },
});
