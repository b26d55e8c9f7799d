import { expect, test } from 'vitest';
import { walkJpeg } from './jpeg-image.ts';

const SOI = Buffer.from('ffd8', 'hex');
const EOI = Buffer.from('ffd9', 'hex');
/** Baseline, 8 bits, 1 × 1, one component with the id 1. */
const FRAME = Buffer.from('ffc0000b08000100010101110000'.slice(0, 26), 'hex');
const scanOf = (component: number): Buffer => Buffer.from([0xff, 0xda, 0, 8, 1, component, 0, 0, 63, 0, 0x12, 0x34]);

const walk = (...parts: Buffer[]) => walkJpeg(Buffer.concat(parts), 0);

test('an image is parsed to the position after its end', () => {
  expect(walk(SOI, FRAME, scanOf(1), EOI)).toEqual({ end: 2 + 13 + 12 + 2, width: 1, height: 1 });
});

test('a scan of a component that the frame does not have is refused', () => {
  expect(() => walk(SOI, FRAME, scanOf(2), EOI)).toThrow('a scan of a component the frame does not have');
});

test('a segment that exceeds the file is refused', () => {
  const comment = Buffer.from('fffe00ff', 'hex');
  expect(() => walk(SOI, FRAME, comment, EOI)).toThrow('a segment that does not fit');
});

test('the number of scans is limited, and so are the pixels of all scans together', () => {
  const scans = (count: number) => Array.from({ length: count }, () => scanOf(1));
  expect(walk(SOI, FRAME, ...scans(64), EOI)).toMatchObject({ width: 1, height: 1 });
  expect(() => walk(SOI, FRAME, ...scans(65), EOI)).toThrow('more scans than a picture needs');
  const huge = Buffer.from(FRAME);
  huge.set([0xc2], 1); // progressive
  huge.set([0x1f, 0x40, 0x13, 0x88], 5); // 8,000 × 5,000
  const refinement = Buffer.concat([Buffer.from('ffda000801010001010134', 'hex'), Buffer.alloc(20, 1)]);
  const full = Buffer.concat([scanOf(1), Buffer.alloc(100_000, 1)]);
  expect(walk(SOI, huge, full, ...Array.from({ length: 50 }, () => refinement), EOI)).toMatchObject({ width: 5000 });
  expect(() => walk(SOI, huge, full, ...Array.from({ length: 60 }, () => refinement), EOI)).toThrow('more scans');
});

test('an image needs two bits for each block, and a scan for each colour', () => {
  const wide = Buffer.from(FRAME);
  wide.set([0x10, 0x10], 5);
  expect(() => walk(SOI, wide, scanOf(1), EOI)).toThrow('fewer pixels than its header says');
  const none = Buffer.from('ffda0008010100013f001234', 'hex');
  expect(() => walk(SOI, FRAME, none, EOI)).toThrow('a colour without a scan');
});
