/**
 * Run inside an isolation by its test: tries what a compromised decoder would try, and prints the results. Reads its
 * targets from argv.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const [parent = '', port = '', secretFile = '', ownFile = ''] = process.argv.slice(2);

const tried = (attempt: () => unknown): boolean => {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
};

/** Any process whose environment shows the secret counts, not just the parent. */
const processes = (): string[] => (existsSync('/proc') ? readdirSync('/proc') : []);
const seesSecret = (): boolean =>
  [parent, ...processes().filter((name) => /^\d+$/.test(name) && name !== String(process.pid))].some((pid) => {
    let environment = '';
    tried(() => (environment = readFileSync(`/proc/${pid}/environ`, 'latin1')));
    return environment.includes('PROBE_SECRET');
  });

const connects = (): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
};

console.log(
  JSON.stringify({
    environment: seesSecret(),
    own: Object.keys(process.env).filter((name) => name !== 'PWD'),
    network: await connects(),
    secretFile: tried(() => readFileSync(secretFile)),
    neighbour: tried(() => writeFileSync(`${secretFile}.planted`, 'x')),
    writesOwn: tried(() => writeFileSync(ownFile, 'made')),
  }),
);
