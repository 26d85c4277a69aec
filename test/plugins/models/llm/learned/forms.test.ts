import { beforeEach, expect, it } from 'vitest';
import { LearnedForms } from '../../../../../plugins/models/llm/learned/forms.js';

let lessons: string[];
let now: number;
let forms: LearnedForms;
beforeEach(() => {
  [lessons, now] = [[], 5];
  forms = new LearnedForms(
    ['strict', 'json_object', 'prompt'],
    (lesson) => lessons.push(lesson),
    () => now,
  );
});
const anHour = 3_600_000;

it('the strictest form is asked for first', () => {
  expect(forms.current).toBe('strict');
});

it('a refused form is not asked for again, and that is said once', () => {
  forms.fellBackTo('json_object');
  forms.fellBackTo('json_object');
  expect(forms.current).toBe('json_object');
  expect(lessons).toEqual(['the server refuses structured: strict; answers are asked for as json_object']);
});

it('a slower request that fell back less far unlearns nothing', () => {
  forms.fellBackTo('prompt');
  forms.fellBackTo('json_object');
  forms.kept('strict');
  expect(forms.current).toBe('prompt');
});

it('after an hour the strictest form is asked for once more, and a refusal that goes on is not said again', () => {
  forms.fellBackTo('json_object');
  now += anHour - 1;
  expect(forms.current).toBe('json_object');
  now += 1;
  expect(forms.current).toBe('strict');
  forms.fellBackTo('json_object');
  expect(forms.current).toBe('json_object');
  expect(lessons).toHaveLength(1);
});

it('a server that was mended is noticed', () => {
  forms.fellBackTo('prompt');
  now += anHour;
  expect(forms.current).toBe('strict');
  forms.kept('strict');
  now += anHour;
  expect(forms.current).toBe('strict');
  expect(lessons.at(-1)).toBe('the server now takes structured: strict');
});

it('a schema that no answer has kept to is ignored by the server', () => {
  forms.broken('strict');
  expect(forms.current).toBe('json_object');
  expect(lessons).toEqual(['the server ignores structured: strict; answers are asked for as json_object']);
});

it('one slip of a server that holds answers to the schema is none of these', () => {
  forms.kept('strict');
  forms.broken('strict');
  expect(forms.current).toBe('strict');
});

it('a form that is set by hand is kept', () => {
  const alone = new LearnedForms(['schema'], (lesson) => lessons.push(lesson));
  alone.broken('schema');
  expect([alone.current, alone.below('schema'), lessons]).toEqual(['schema', undefined, []]);
});
