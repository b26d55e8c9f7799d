/** Runs the compiled filter as the kernel does, also for the architecture that this machine does not have. */
import { describe, expect, test } from 'vitest';
import { filterProgram } from './program.ts';
import { CLONE, IOCTL, NEW_NAMESPACES, NEWEST_CALL, REFUSED, TERMINAL_INPUT } from './refused.ts';

interface Call {
  readonly audit: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** The value that the program returns for a call. Every jump goes forward, so it ends. */
function answered(program: Uint8Array, { audit, number, args = [] }: Call): number {
  const instructions = Buffer.from(program);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(audit, 4);
  for (const [n, value] of args.entries()) data.writeUInt32LE(value, 16 + 8 * n);
  let register = 0;
  for (let at = 0; at < instructions.length; at += 8) {
    const [code, k] = [instructions.readUInt16LE(at), instructions.readUInt32LE(at + 4)];
    if (code === 0x06) return k;
    if (code === 0x20) register = data.readUInt32LE(k);
    else at += 8 * instructions.readUInt8(at + (JUMPS[code]!(register, k) ? 2 : 3));
  }
  throw new Error('the program does not end with an result');
}
const JUMPS: Readonly<Record<number, (register: number, k: number) => boolean>> = {
  0x15: (register, k) => register === k,
  0x25: (register, k) => register > k,
  0x35: (register, k) => register >= k,
  0x45: (register, k) => (register & k) !== 0,
};

const [ALLOW, END, EPERM, ENOSYS] = [0x7fff_0000, 0x8000_0000, 0x0005_0001, 0x0005_0026];
const [X64, ARM64] = [0xc000_003e, 0xc000_00b7];
const I386 = 0x4000_0003;

describe.for([
  ['x64', X64, 0, [0, 1, 9, 39, 59, 202, 257]],
  ['arm64', ARM64, 1, [63, 64, 222, 172, 221, 98, 56]],
] as const)('on %s, the filter', ([architecture, audit, column, permitted]) => {
  const program = filterProgram(architecture)!;
  const said = (number: number, ...args: readonly number[]) => answered(program, { audit, number, args });

  test('refuses every call of its list', () => {
    for (const { calls, result } of REFUSED)
      for (const [name, numbers] of Object.entries(calls)) {
        const number = numbers[column];
        const expected = number === null ? null : result === 'EPERM' ? EPERM : ENOSYS;
        expect([name, number === null ? null : said(number)]).toEqual([name, expected]);
      }
  });

  test('permits reading, writing, mapping memory, futexes and opening files', () => {
    for (const number of permitted) expect(said(number)).toBe(ALLOW);
  });

  test('permits a thread, and refuses a process in any new namespace', () => {
    const [clone, thread] = [CLONE[column]!, 0x003d_0f00];
    expect(said(clone, thread)).toBe(ALLOW);
    for (let bit = 0; bit < 32; bit++) {
      const flag = 2 ** bit;
      const isRefused = (flag & NEW_NAMESPACES) !== 0;
      expect([bit, said(clone, flag)]).toEqual([bit, isRefused ? EPERM : ALLOW]);
    }
    expect(said(clone, 0x1000_0011)).toBe(EPERM);
  });

  test('permits every request to a terminal except input', () => {
    expect(said(IOCTL[column]!, 0, 0x5401)).toBe(ALLOW);
    for (const request of TERMINAL_INPUT) expect(said(IOCTL[column]!, 0, request)).toBe(EPERM);
  });

  test('answers a call that is newer than its list as a kernel without it, and ends a foreign one', () => {
    expect(said(NEWEST_CALL)).toBe(ALLOW);
    expect(said(NEWEST_CALL + 1)).toBe(ENOSYS);
    expect(said(0x4000_0000 + 39)).toBe(END);
    for (const other of [I386, X64, ARM64].filter((each) => each !== audit))
      expect(answered(program, { audit: other, number: 0 })).toBe(END);
  });
});

test('an architecture without numbers in the list has no filter, and no claim of one', () => {
  expect(filterProgram('riscv64')).toBeNull();
});
