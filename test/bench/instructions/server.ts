/** A server under valgrind's callgrind, on data that an ordinary server has made. It is thrown away; only its instructions are of interest. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, serverPrograms } from '@tollgate/embedded';

export interface CountedServer {
  readonly url: string;
  /** Sets the count of this backend to zero. */
  readonly zero: (pid: number) => Promise<void>;
  /** Instructions of this backend since then. */
  readonly count: (pid: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export interface Counted {
  /** Of the server that made the data, which has been stopped. */
  readonly directory: string;
  readonly url: string;
}

/** Nothing but the statements themselves: no flush, no writer, no vacuum beside them. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'max_wal_size=4GB',
  'io_method=sync',
];
const run = promisify(execFile);

export async function startCounted({ directory, url }: Counted): Promise<CountedServer> {
  const { programs, owner } = serverPrograms();
  const port = await freePort();
  const place = join(directory, 'callgrind');
  mkdirSync(place);
  chmodSync(place, 0o777); // the server's user writes there
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
    `--callgrind-out-file=${place}/%p`,
    '--compress-strings=no',
    '--quiet',
  ];
  const server = spawn(
    'valgrind',
    [...callgrind, programs.postgres, '-D', join(directory, 'cluster'), ...settings.flatMap((each) => ['-c', each])],
    { ...owner, cwd: '/', stdio: 'ignore' },
  );
  const control = async (argument: string, pid: number): Promise<void> => {
    await run('callgrind_control', [argument, String(pid)], { ...owner, cwd: '/' });
  };
  const counted = new URL(url);
  counted.port = String(port);
  return {
    url: counted.href,
    zero: (pid) => control('--zero', pid),
    count: async (pid) => {
      await control('--dump', pid);
      return newestTotal(place, pid);
    },
    stop: () => stop(server),
  };
}

/** Each dump is a file of its own, numbered inside. */
function newestTotal(place: string, pid: number): number {
  const dumps = readdirSync(place)
    .filter((name) => name === String(pid) || name.startsWith(`${pid}.`))
    .map((name) => readFileSync(join(place, name), 'utf8'))
    .map((text) => ({
      part: Number(/^part: (\d+)/m.exec(text)?.[1] ?? 0),
      total: Number(/^(?:totals|summary): (\d+)/m.exec(text)?.[1] ?? 0),
    }));
  return dumps.toSorted((a, b) => b.part - a.part)[0]?.total ?? 0;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGINT');
  await gone;
}
