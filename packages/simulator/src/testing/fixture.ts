/** One simulator with a temporary folder for each test of a file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.ts';
import { type Client, createClient } from './client.ts';

export interface Fixture extends Client {
  readonly directory: string;
  readonly url: string;
  /** Starts the same simulator again, over the same folder. */
  restart(): Promise<void>;
}

export function simulatorForEach(options: Pick<SimulatorOptions, 'idempotent'>): () => Fixture {
  let directory: string;
  let simulator: Simulator;
  const start = async (): Promise<void> => {
    simulator = await startSimulator({
      ...options,
      directory,
      crash: 'pause',
      onError: (error) => console.error(error),
    });
  };
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'farebox-simulator-'));
    await start();
  });
  afterEach(async () => {
    await simulator.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const restart = async (): Promise<void> => {
    await simulator.close();
    await start();
  };
  return () => ({ ...createClient(simulator.url), directory, url: simulator.url, restart });
}
