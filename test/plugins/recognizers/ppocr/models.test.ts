import { expect, it, vi } from 'vitest';
import { loadModels } from '../../../../plugins/recognizers/ppocr/models.js';

vi.mock('onnxruntime-web', () => {
  throw new Error("Cannot find package 'onnxruntime-web'");
});

it('says which packages to install where they are missing', async () => {
  await expect(loadModels()).rejects.toThrow(/^The OCR engine "ppocr" needs the packages onnxruntime-common and @gutenye\/ocr-models/);
});
