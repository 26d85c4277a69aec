import { registerHooks } from 'node:module';
import { expect, it, onTestFinished } from 'vitest';
import { alphabetFrom, loadModels } from '../../../../plugins/recognizers/ppocr/models.js';

it('names the packages to install where they are missing', async () => {
  const missing = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes('onnxruntime')) throw new Error(`Cannot find package '${specifier}'`);
      return next(specifier, context);
    },
  });
  onTestFinished(() => missing.deregister());
  await expect(loadModels()).rejects.toThrow(/^The OCR engine "ppocr" needs the packages onnxruntime-common and @gutenye\/ocr-models/);
});

it('the alphabet begins with no character and ends with a space', () => {
  expect(alphabetFrom('a\n疗\r\nb\n')).toEqual(['', 'a', '疗', 'b', ' ']);
});

it('the alphabet has narrow forms of fullwidth characters, and others as they are', () => {
  expect(alphabetFrom('２\n（\n￥\n²')).toEqual(['', '2', '(', '¥', '²', ' ']);
});
