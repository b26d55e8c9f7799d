/** Probes, with a real engine, what a decoder in a container can reach under the restrictions of compose.yaml. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { securityOptionsOf } from './system/confinement.ts';

const IMAGE = process.env['WORKER_IMAGE'];

/** The report of the probe inside the container. */
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
  (service) => {
    expect(probed(securityOptionsOf(service))).toMatchObject({
      kind: 'namespaces',
      closed: { signals: true, calls: true },
      ...NOTHING,
      own: [],
      writesOwn: true,
    });
  },
);

test.skipIf(IMAGE === undefined)('a decoder cannot reach its worker even when the engine permits no namespaces', () => {
  expect(probed(['no-new-privileges:true'])).toMatchObject({ kind: 'process', environment: false, network: true });
});
