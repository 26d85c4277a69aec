import { ExtractionError } from '../../../../core/index.js';
import type { Provider } from '../provider.js';

/** The provider answered, and nothing can be made of it; the words follow "it": 'was cut off at 512 tokens'. */
export const unusable = ({ label }: Pick<Provider, 'label'>, fault: string): ExtractionError =>
  new ExtractionError('PARSING_ERROR', `${label}: the reply could not be used: it ${fault}`, { worked: true });
