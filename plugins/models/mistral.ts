import { compatible } from './openai/compatible.js';
import { dataUrl, filename, strictForms } from './openai/options.js';

/**
 * Reads with a model of Mistral. It is shown pictures of the pages, because the API itself reads a PDF by OCR and may leave out pages of it.
 * Members that the API does not know make it refuse a request. Source: https://docs.mistral.ai/api
 */
export default compatible({
  name: 'mistral',
  defaults: { base_url: 'https://api.mistral.ai/v1', pdf: 'pictures', pictures_per_call: 8 },
  secret: 'MISTRAL_API_KEY',
  forms: strictForms,
  limitParameter: 'max_tokens',
  dialect: {
    store: false,
    streamUsage: false,
    pdfPart: (base64) => ({ type: 'document_url', document_url: dataUrl(base64), document_name: filename }),
  },
});
