/**
 * Compiles the list of refused system calls to the classic BPF program that the kernel runs before each call. Calls
 * of another architecture have other numbers, so they end the process.
 */
import { type Result, CLONE, IOCTL, NEW_NAMESPACES, NEWEST_CALL, REFUSED, TERMINAL_INPUT } from './refused.ts';

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64; `column` is that of the numbers in the list. */
const ARCHITECTURES: Readonly<Record<string, { readonly audit: number; readonly column: 0 | 1 }>> = {
  x64: { audit: 0xc000_003e, column: 0 },
  arm64: { audit: 0xc000_00b7, column: 1 },
};

/** Null for an architecture whose numbers the list does not have. */
export function filterProgram(architecture: string): Uint8Array | null {
  const found = ARCHITECTURES[architecture];
  return found === undefined ? null : assembled(instructionsFor(found));
}

interface Instruction {
  readonly code: number;
  readonly k: number;
  /** Instructions that are skipped if the comparison is true, or false. */
  readonly ifTrue?: number;
  readonly ifFalse?: number;
}

/** Offsets in the kernel's `struct seccomp_data`. Both architectures are little-endian: the low half comes first. */
const [NUMBER, ARCHITECTURE, FIRST_ARGUMENT, SECOND_ARGUMENT] = [0, 4, 16, 24];
/** The x32 calls of x86-64 have numbers from this bit on. */
const X32 = 0x4000_0000;

const load = (offset: number): Instruction => ({ code: 0x20, k: offset });
const result = (k: number): Instruction => ({ code: 0x06, k });
const ALLOW = result(0x7fff_0000);
const END_PROCESS = result(0x8000_0000);
const ERRNO: Readonly<Record<Result, Instruction>> = { EPERM: result(0x0005_0001), ENOSYS: result(0x0005_0026) };

type Comparison = 'equal' | 'above' | 'atLeast' | 'anyBit';
const JUMPS: Readonly<Record<Comparison, number>> = { equal: 0x15, above: 0x25, atLeast: 0x35, anyBit: 0x45 };

/** The body is below 256 instructions, the most that a jump can skip. */
const when = (comparison: Comparison, k: number, body: readonly Instruction[]): readonly Instruction[] => [
  { code: JUMPS[comparison], k, ifFalse: body.length },
  ...body,
];

function instructionsFor({ audit, column }: { audit: number; column: 0 | 1 }): readonly Instruction[] {
  const refused = REFUSED.flatMap(({ calls, result: given }) =>
    Object.values(calls).flatMap((numbers) => whenCall(numbers[column], [ERRNO[given]])),
  );
  const terminal = TERMINAL_INPUT.flatMap((request) => when('equal', request, [ERRNO.EPERM]));
  return [
    load(ARCHITECTURE),
    { code: JUMPS.equal, k: audit, ifTrue: 1 },
    END_PROCESS,
    load(NUMBER),
    ...when('atLeast', X32, [END_PROCESS]),
    ...when('above', NEWEST_CALL, [ERRNO.ENOSYS]),
    ...refused,
    ...whenCall(CLONE[column], [load(FIRST_ARGUMENT), ...when('anyBit', NEW_NAMESPACES, [ERRNO.EPERM]), ALLOW]),
    ...whenCall(IOCTL[column], [load(SECOND_ARGUMENT), ...terminal, ALLOW]),
    ALLOW,
  ];
}

const whenCall = (number: number | null, body: readonly Instruction[]): readonly Instruction[] =>
  number === null ? [] : when('equal', number, body);

const INSTRUCTION_BYTES = 8;

/** As the kernel's `struct sock_filter`. */
function assembled(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  for (const [n, { code, k, ifTrue = 0, ifFalse = 0 }] of instructions.entries()) {
    const at = n * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(k, at + 4);
  }
  return bytes;
}
