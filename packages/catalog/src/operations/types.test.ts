import { describe, expect, it } from 'vitest';
import { canMake, hasInputsOf } from './types.ts';

describe('the inputs of a stored step', () => {
  it('are valid if they match the declaration of the operation', () => {
    expect(hasInputsOf('analyze', { source: 'a' })).toBe(true);
    expect(hasInputsOf('compare', { source: 'a', other: 'b' })).toBe(true);
    expect(hasInputsOf('rehearse', {})).toBe(true);
  });

  it('are refused if one is missing or unknown', () => {
    expect(hasInputsOf('analyze', {})).toBe(false);
    expect(hasInputsOf('compare', { source: 'a' })).toBe(false);
    expect(hasInputsOf('analyze', { source: undefined })).toBe(false);
    expect(hasInputsOf('analyze', { source: 'a', overlay: 'b' })).toBe(false);
  });

  it('may be any number of files for an own tool, without a gap', () => {
    expect([{}, { 'files/0': 'a' }, { 'files/0': 'a', 'files/1': 'b' }].map(ofOwnTool)).toEqual([true, true, true]);
    expect([{ 'files/1': 'a' }, { 'files/0': 'a', 'files/2': 'b' }, { source: 'a' }].map(ofOwnTool)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

const ofOwnTool = (inputs: Readonly<Record<string, string>>): boolean => hasInputsOf('run-tool', inputs);

describe('the artifacts of a run', () => {
  it('are as many as its operation declares', () => {
    expect([0, 1, 2].map((count) => canMake('analyze', count, {}))).toEqual([true, false, false]);
    expect([0, 1, 2].map((count) => canMake('convert', count, {}))).toEqual([false, true, false]);
    expect([0, 1, 2].map((count) => canMake('rehearse', count, {}))).toEqual([true, true, false]);
  });

  it('are one for each element of the declared parameter', () => {
    const sizes = [{ width: 9 }, { width: 8 }];
    expect([0, 1, 2, 3].map((count) => canMake('thumbnails', count, { sizes }))).toEqual([false, false, true, false]);
    expect(canMake('thumbnails', 0, {})).toBe(false);
    expect([0, 1].map((count) => canMake('run-tool', count, { outputs: [] }))).toEqual([true, false]);
  });
});
