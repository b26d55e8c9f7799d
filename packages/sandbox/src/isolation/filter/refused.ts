/**
 * The system calls that no decoder makes, and that a compromised one would use to reach the kernel, another process or
 * another namespace. Decoders read, write, allocate and start threads; all of that stays permitted.
 */
export type Result = 'EPERM' | 'ENOSYS';

/** Numbers on x86-64 and on arm64; null if that architecture does not have the call. */
type Numbers = readonly [x64: number | null, arm64: number | null];

interface Group {
  readonly reason: string;
  /** Programs take ENOSYS for an older kernel, and do without the call. */
  readonly result: Result;
  readonly calls: Readonly<Record<string, Numbers>>;
}

export const REFUSED: readonly Group[] = [
  {
    reason: 'reads, changes or takes over another process',
    result: 'EPERM',
    calls: {
      ptrace: [101, 117],
      process_vm_readv: [310, 270],
      process_vm_writev: [311, 271],
      process_madvise: [440, 440],
      kcmp: [312, 272],
      pidfd_getfd: [438, 438],
    },
  },
  {
    reason: 'opens a connection; an inherited pipe or channel needs none of these',
    result: 'EPERM',
    calls: { socket: [41, 198], connect: [42, 203], bind: [49, 200], listen: [50, 201] },
  },
  {
    reason: 'enters or makes a namespace, in which the kernel gives privileges (clone is checked by its flags)',
    result: 'EPERM',
    calls: { unshare: [272, 97], setns: [308, 268] },
  },
  {
    reason: 'makes a namespace by flags in memory, which a filter cannot read; the C library then calls clone',
    result: 'ENOSYS',
    calls: { clone3: [435, 435] },
  },
  {
    reason: 'changes what is mounted, or the root folder',
    result: 'EPERM',
    calls: {
      mount: [165, 40],
      umount2: [166, 39],
      pivot_root: [155, 41],
      chroot: [161, 51],
      open_tree: [428, 428],
      move_mount: [429, 429],
      fsopen: [430, 430],
      fsconfig: [431, 431],
      fsmount: [432, 432],
      fspick: [433, 433],
      mount_setattr: [442, 442],
      swapon: [167, 224],
      swapoff: [168, 225],
    },
  },
  {
    reason: 'opens a file without its path, or watches files of all users',
    result: 'EPERM',
    calls: {
      name_to_handle_at: [303, 264],
      open_by_handle_at: [304, 265],
      fanotify_init: [300, 262],
      fanotify_mark: [301, 263],
      quotactl: [179, 60],
      quotactl_fd: [443, 443],
    },
  },
  {
    reason: 'reads and writes keys of the kernel, which are not in a namespace',
    result: 'EPERM',
    calls: { add_key: [248, 217], request_key: [249, 218], keyctl: [250, 219] },
  },
  {
    reason: 'runs programs inside the kernel, or has had many defects',
    result: 'EPERM',
    calls: {
      bpf: [321, 280],
      perf_event_open: [298, 241],
      userfaultfd: [323, 282],
      vmsplice: [278, 75],
      move_pages: [279, 239],
      migrate_pages: [256, 238],
      modify_ldt: [154, null],
    },
  },
  {
    reason: 'makes system calls that no filter sees',
    result: 'ENOSYS',
    calls: { io_uring_setup: [425, 425], io_uring_enter: [426, 426], io_uring_register: [427, 427] },
  },
  {
    reason: 'replaces or extends the kernel',
    result: 'EPERM',
    calls: {
      kexec_load: [246, 104],
      kexec_file_load: [320, 294],
      create_module: [174, null],
      init_module: [175, 105],
      finit_module: [313, 273],
      delete_module: [176, 106],
      reboot: [169, 142],
    },
  },
  {
    reason: 'administers the machine: its clock, name, log and ports',
    result: 'EPERM',
    calls: {
      acct: [163, 89],
      syslog: [103, 116],
      personality: [135, 92],
      iopl: [172, null],
      ioperm: [173, null],
      vhangup: [153, 58],
      settimeofday: [164, 170],
      clock_settime: [227, 112],
      adjtimex: [159, 171],
      clock_adjtime: [305, 266],
      sethostname: [170, 161],
      setdomainname: [171, 162],
    },
  },
  {
    reason: 'is obsolete',
    result: 'EPERM',
    calls: {
      uselib: [134, null],
      sysfs: [139, null],
      _sysctl: [156, null],
      nfsservctl: [180, 42],
      lookup_dcookie: [212, 18],
    },
  },
];

/** The newest call that this list considers (futex_requeue). Programs that use a newer one work without it. */
export const NEWEST_CALL = 456;

/** Calls of which only some uses are refused. */
export const CLONE: Numbers = [56, 220];
export const IOCTL: Numbers = [16, 29];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
export const NEW_NAMESPACES =
  0x0002_0000 | 0x0200_0000 | 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000;

/** TIOCSTI types into the terminal of the worker, and TIOCLINUX pastes into it. */
export const TERMINAL_INPUT: readonly number[] = [0x5412, 0x541c];
