/** What a decoder in a container reaches, under the restrictions that compose.yaml sets for the workers, by a real engine. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const IMAGE = process.env['WORKER_IMAGE'];
const TIMEOUT = { timeout: 60_000 };

/** As Compose gives them to the engine: a filter's path is beside the file. */
function securityOptions(service: string): string[] {
  const text = readFileSync(resolve(DEPLOY, 'compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Record<string, { security_opt: string[] }> };
  return services[service]!.security_opt.map((option) => option.replace('seccomp=./', `seccomp=${DEPLOY}/`));
}

/** What the probe inside says it reached. */
function probed(options: readonly string[]): unknown {
  const restrictions = ['--read-only', '--cap-drop=ALL', '--tmpfs=/tmp:size=64m,mode=1777', '--init=false'];
  const all = [
    ...restrictions,
    ...options.map((option) => `--security-opt=${option}`),
    '--env=PROBE_SECRET=of the worker',
  ];
  const said = execFileSync('docker', ['run', '--rm', ...all, IMAGE!, 'testing/confined-worker.process.ts'], {
    encoding: 'utf8',
  });
  return JSON.parse(said.trim().split('\n').at(-1) ?? '');
}

const NOTHING = { environment: false, network: false, secretFile: false, neighbour: false };

test.skipIf(IMAGE === undefined).for(['worker-image', 'worker-av', 'worker-provider'])(
  '%s as Compose confines it: its decoder has no network, no secret of its worker and no file of another',
  TIMEOUT,
  (service) => {
    expect(probed(securityOptions(service))).toMatchObject({
      kind: 'namespaces',
      ...NOTHING,
      own: [],
      writesOwn: true,
    });
  },
);

test.skipIf(IMAGE === undefined)(
  'an engine that permits no namespaces leaves the worker closed to its decoder all the same',
  TIMEOUT,
  () => {
    expect(probed(['no-new-privileges:true'])).toMatchObject({ kind: 'process', environment: false, network: true });
  },
);
