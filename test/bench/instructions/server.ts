/** A server under valgrind's callgrind, on data made by an ordinary server. It is thrown away afterwards; only its instruction counts are kept. */
import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, serverPrograms } from '@farebox/embedded';
import { runProcess, startProcess } from '@farebox/testing';

export interface CountedServer {
  readonly url: string;
  /** Sets the count of the backend `pid` to zero. */
  readonly zero: (pid: number) => Promise<void>;
  /** Instructions that the backend `pid` executed since `zero`. */
  readonly count: (pid: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface Counted {
  /** Data directory of the server that made the data; that server has been stopped. */
  readonly directory: string;
  readonly url: string;
}

/** Turns off flushes, background writers and vacuum, so that only the statements are counted. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
  'io_method=sync',
];

export async function startCounted({ directory, url }: Counted): Promise<CountedServer> {
  const { programs, owner } = serverPrograms();
  const port = await freePort();
  const dumpDirectory = join(directory, 'callgrind');
  mkdirSync(dumpDirectory);
  chmodSync(dumpDirectory, 0o777); // the user that runs the server writes there
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    ...SETTINGS,
  ];
  const callgrind = [
    '--tool=callgrind',
    '--trace-children=yes',
    `--callgrind-out-file=${dumpDirectory}/%p`,
    '--compress-strings=no',
    '--quiet',
  ];
  const postgres = [programs.postgres, '-D', join(directory, 'cluster'), ...settings.flatMap((each) => ['-c', each])];
  const server = startProcess({
    command: ['valgrind', ...callgrind, ...postgres],
    uid: owner.uid,
    cwd: '/',
    stderr: 'keep',
  });
  const control = async (argument: string, pid: number): Promise<void> => {
    await runProcess({ command: ['callgrind_control', argument, String(pid)], uid: owner.uid, cwd: '/' });
  };
  const counted = new URL(url);
  counted.port = String(port);
  return {
    url: counted.href,
    zero: (pid) => control('--zero', pid),
    count: async (pid) => {
      await control('--dump', pid);
      return newestTotal(dumpDirectory, pid);
    },
    stop: async () => void (await server.end('SIGINT')),
  };
}

/** Callgrind writes each dump to a new file, with a number inside. */
function newestTotal(dumpDirectory: string, pid: number): number {
  const dumps = readdirSync(dumpDirectory)
    .filter((name) => name === String(pid) || name.startsWith(`${pid}.`))
    .map((name) => readFileSync(join(dumpDirectory, name), 'utf8'))
    .map((text) => ({
      part: Number(/^part: (\d+)/m.exec(text)?.[1] ?? 0),
      total: Number(/^(?:totals|summary): (\d+)/m.exec(text)?.[1] ?? 0),
    }));
  return dumps.toSorted((a, b) => b.part - a.part)[0]?.total ?? 0;
}
