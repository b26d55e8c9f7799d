/** The filter of system calls of decoders, and their way to the worker. */
import type { Mutant } from '../mutant.ts';

const ISOLATION = 'packages/sandbox/src/isolation/isolation.ts';
const COMMAND = 'packages/sandbox/src/isolation/command.ts';
const ATTEMPTS = ['packages/sandbox/src/isolation/attempts.test.ts'] as const;

export const sandboxMutants: readonly Mutant[] = [
  {
    name: 'a decoder may make every system call',
    threat: 'media parsers',
    file: COMMAND,
    defence: "export const FILTER: readonly string[] = ['--seccomp', String(FILTER_DESCRIPTOR)];",
    without: 'export const FILTER: readonly string[] = [];',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder makes a user namespace',
    threat: 'media parsers',
    file: 'packages/sandbox/src/isolation/filter/refused.ts',
    defence: 'calls: { unshare: [272, 97], setns: [308, 268] },',
    without: 'calls: {},',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder opens sockets',
    threat: 'media parsers',
    file: 'packages/sandbox/src/isolation/filter/refused.ts',
    defence: 'calls: { socket: [41, 198], ',
    without: 'calls: { ',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder traces processes',
    threat: 'media parsers',
    file: 'packages/sandbox/src/isolation/filter/refused.ts',
    defence: '      ptrace: [101, 117],\n',
    without: '',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder reads keys of the kernel',
    threat: 'media parsers',
    file: 'packages/sandbox/src/isolation/filter/refused.ts',
    defence: ', keyctl: [250, 219]',
    without: '',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder passes calls around its filter',
    threat: 'media parsers',
    file: 'packages/sandbox/src/isolation/filter/refused.ts',
    defence: 'calls: { io_uring_setup: [425, 425], ',
    without: 'calls: { ',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder passes calls of x32 around its filter',
    threat: 'media parsers',
    file: 'packages/sandbox/src/isolation/filter/program.ts',
    defence: "...when('atLeast', X32, [END_PROCESS]),",
    without: '',
    tests: ATTEMPTS,
    titles: ['a decoder can make no system call that decoders do not need'],
  },
  {
    name: 'a decoder ends its worker',
    threat: 'media parsers',
    file: COMMAND,
    defence: "'--net', '--pid', '--'",
    without: "'--net', '--'",
    tests: ATTEMPTS,
    titles: ['a decoder can send its worker a signal only if its isolation says so'],
  },
  {
    name: 'a decoder inherits the descriptors of its worker',
    threat: 'media parsers',
    file: ISOLATION,
    defence: '  closeInheritedDescriptors();\n',
    without: '',
    tests: ATTEMPTS,
    titles: ['a decoder has no descriptor of its worker except its standard streams'],
  },
  {
    name: 'a full disk of this machine is taken for a defect of the input',
    threat: 'I6',
    file: 'packages/sandbox/src/full-disk.ts',
    defence: 'if (bavail * bsize >= FULL_BYTES) return;',
    without: 'if (bavail * bsize >= 0 * FULL_BYTES) return;',
    tests: ['packages/sandbox/src/full-disk.test.ts'],
    titles: ['a program that fails because the disk is full rejects with ENOSPC'],
  },
  {
    name: 'a full disk uses up the attempts of an input',
    threat: 'I6',
    file: 'packages/worker/src/run-plan-step.ts',
    defence:
      "if (!open && leased.stop === null && isLacking(error)) return { kind: 'later', afterSeconds: LACKING_SECONDS };",
    without: "if (!open && leased.stop === null && isLacking(error)) return { kind: 'crash' };",
    tests: ['packages/worker/src/store-outages.test.ts'],
    titles: ['a disk that is full waits too: no attempt of the input is used up'],
  },
];
