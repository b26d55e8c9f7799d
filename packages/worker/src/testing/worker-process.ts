/**
 * Starts a worker in a separate process, for tests that kill or stop it. Its database and folder are those of the
 * fixture.
 */
import { fileURLToPath } from 'node:url';
import { type RunningProcess, startProcess } from '@farebox/testing';
import type { Fixture } from './fixture.ts';

const PROGRAM = fileURLToPath(new URL('./worker.process.ts', import.meta.url));
/** Short, because tests wait until it expires. */
const LEASE_SECONDS = 2;

export const startWorkerProcess = ({ url, directory }: Fixture): RunningProcess =>
  startProcess({ command: [process.execPath, PROGRAM, url, directory, String(LEASE_SECONDS)], channel: true });
