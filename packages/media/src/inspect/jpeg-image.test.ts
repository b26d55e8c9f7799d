import { expect, test } from 'vitest';
import { walkJpeg } from './jpeg-image.ts';

const SOI = Buffer.from('ffd8', 'hex');
const EOI = Buffer.from('ffd9', 'hex');
/** Baseline, 8 bits, 1 × 1, one component with the id 1. */
const FRAME = Buffer.from('ffc0000b08000100010101110000'.slice(0, 26), 'hex');
const scanOf = (component: number): Buffer => Buffer.from([0xff, 0xda, 0, 8, 1, component, 0, 0, 63, 0, 0x12, 0x34]);

const walk = (...parts: Buffer[]) => walkJpeg(Buffer.concat(parts), 0);

test('an image is walked to behind its end', () => {
  expect(walk(SOI, FRAME, scanOf(1), EOI)).toEqual({ end: 2 + 13 + 12 + 2, width: 1, height: 1 });
});

test('a scan of a component that the frame does not have is refused', () => {
  expect(() => walk(SOI, FRAME, scanOf(2), EOI)).toThrow('a scan of a component the frame does not have');
});

test('a segment that reaches past the end of the file is refused', () => {
  const comment = Buffer.from('fffe00ff', 'hex');
  expect(() => walk(SOI, FRAME, comment, EOI)).toThrow('a segment that does not fit');
});
