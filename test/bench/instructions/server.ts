/** A server under valgrind's callgrind, on data that an ordinary server has made. It is thrown away; only its instructions are of interest. */
import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, serverPrograms } from '@farebox/embedded';
import { runProcess, startProcess } from '@farebox/testing';

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
      return newestTotal(place, pid);
    },
    stop: async () => void (await server.end('SIGINT')),
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
