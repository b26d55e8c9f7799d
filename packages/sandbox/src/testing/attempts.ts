/**
 * The system calls that a compromised decoder would try, with arguments that an ordinary user may give. Perl makes
 * them, because Node has no way to make any system call. Each runs in a process of its own.
 */
interface Attempt {
  /** The numbers on x86-64 and arm64; null where there is no such call. */
  readonly call: readonly [number, number | null];
  /** Perl expressions. A string is passed as a pointer. */
  readonly args: string;
}

const at = (x64: number, arm64: number | null, args: string): Attempt => ({ call: [x64, arm64], args });
const NEWUSER = 0x1000_0000;
const SIGCHLD = 17;

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  ptrace: at(101, 117, '0, 0, 0, 0'),
  process_vm_readv: at(310, 270, '$$, 0, 0, 0, 0, 0'),
  kcmp: at(312, 272, '$$, $$, 1, 0, 0'),
  socket: at(41, 198, '1, 1, 0'),
  unshare: at(272, 97, String(NEWUSER)),
  setns: at(308, 268, '-1, 0'),
  'clone into a user namespace': at(56, 220, `${NEWUSER | SIGCHLD}, 0, 0, 0, 0`),
  clone3: at(435, 435, '"\\0" x 64, 64'),
  mount: at(165, 40, '0, 0, 0, 0, 0'),
  name_to_handle_at: at(303, 264, '-100, "/", "\\0" x 200, "\\0" x 8, 0'),
  keyctl: at(250, 219, '0, -3, 0'),
  add_key: at(248, 217, '"user", "x", "y", 1, -2'),
  bpf: at(321, 280, '0, "\\0" x 128, 128'),
  perf_event_open: at(298, 241, '"\\0" x 128, 0, -1, -1, 0'),
  userfaultfd: at(323, 282, '1'),
  io_uring_setup: at(425, 425, '1, "\\0" x 128'),
  personality: at(135, 92, '0xffffffff'),
  'ioctl TIOCSTI': at(16, 29, '0, 0x5412, "x"'),
  'a call that is newer than the list': at(466, 466, '-1, "x", 0, "user.x"'),
  'a call of x32': at(0x4000_0000 + 39, null, '0'),
};

/** Prints `name=result` for each attempt: 0, an errno or -signal. Then the worker's, and the open descriptors. */
export function perlOf(worker: number): string {
  const column = process.arch === 'arm64' ? 1 : 0;
  const tries = Object.entries(ATTEMPTS).flatMap(([name, { call, args }]) =>
    call[column] === null
      ? []
      : [`attempt('${name}', sub { my @args = (${args}); syscall(${call[column]}, @args) != -1 });`],
  );
  return `
    sub attempt {
      my ($name, $try) = @_;
      my $child = fork // die;
      if ($child == 0) { my $made = eval { $try->() }; exit($@ ? 254 : $made ? 0 : $! + 0) }
      waitpid($child, 0);
      print "$name=", ($? & 127 ? -($? & 127) : $? >> 8), "\\n";
    }
    $| = 1;
    ${tries.join('\n')}
    attempt('worker', sub { kill 0, ${worker} });
    print 'descriptors=', join(',', grep { open(my $file, '<&=', $_) } 3 .. 255), "\\n";
  `;
}
