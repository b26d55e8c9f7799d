/** Fixture of this app's tests: the real simulator, the real operations, and a step whose journal is in memory. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, SAMPLE_FILES } from '@farebox/catalog';
import { readConfig } from '@farebox/kernel';
import { type CallReport, type CostLine, type Provider, simulatorSettings, startSimulator } from '@farebox/simulator';
import { findIsolation } from '@farebox/sandbox';
import type { ToolManifest } from '@farebox/manifest';
import type { PullRuns, ToolReader } from '@farebox/tools';
import { type InputFile, type OperationOutput, type OutsideFiles, WorkStopped } from '@farebox/worker';
import { providerFields } from '../config.ts';
import { createConverter } from '../conversion/converter.ts';
import { createProviderOperations } from '../operations.ts';
import { FFMPEG, openSoundCheck } from './sound.ts';
import { providersOf } from '../providers.ts';
import { createAdmission } from '../runners/admission.ts';
import { createPlaces } from '../runners/places.ts';
import { runnersOf } from '../runners/runners.ts';
import { type MemoryJournal, createJournal } from './journal.ts';

export interface FixtureOptions {
  readonly idempotent?: readonly Provider[];
  readonly env?: Readonly<Record<string, string>>;
  /** Published tools: element n is version n + 1 of its tool. */
  readonly tools?: readonly ToolManifest[];
  /** The runs of runners that ask for work themselves; default: none is offered or found. */
  readonly pull?: PullRuns;
}

const none = (): Promise<never> => Promise.reject(new Error('no runner of this test asks for work'));
export const NO_RUNS: PullRuns = {
  offer: none,
  lookup: none,
  cancel: none,
  claim: none,
  report: none,
  readiness: none,
  remove: none,
};

export interface Step {
  readonly journal: MemoryJournal;
  /** Runs the operation with the current journal, like a worker with a new claim. */
  readonly run: () => Promise<OperationOutput>;
  readonly stop: (reason: WorkStopped['reason']) => void;
}

export interface Fixture extends AsyncDisposable {
  readonly url: string;
  readonly directory: string;
  readonly costs: () => readonly CostLine[];
  /** Calls that reached the provider, in order. */
  readonly calls: CallReport[];
  readonly reports: string[];
  readonly warnings: string[];
  /** Findings about runners: entry, and the word that was wrong. */
  readonly findings: string[];
  /** Reported processor time of each step, in order. */
  readonly cpuSeconds: number[];
  readonly openCircuits: Set<string>;
  /** Readers of a progress, as operations gave them. */
  readonly progress: (() => number)[];
  readonly step: (operation: string, parameters: JsonObject, inputs?: Record<string, InputFile>) => Step;
}

export async function openFixture({
  idempotent = [],
  env = {},
  tools = [],
  pull = NO_RUNS,
}: FixtureOptions = {}): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-provider-test-'));
  const calls: CallReport[] = [];
  const simulator = await startSimulator({
    directory,
    idempotent,
    crash: 'pause',
    onCall: (call) => void calls.push(call),
  });
  const settings = {
    ...simulatorSettings(simulator.url),
    FAREBOX_PROVIDER_UNKNOWN_SECONDS: '3',
    FAREBOX_PROVIDER_CALL_SECONDS: '2',
    ...Object.fromEntries(idempotent.map((name) => [`FAREBOX_${name.toUpperCase()}_IDEMPOTENT`, 'true'])),
    ...env,
  };
  const reports: string[] = [];
  const warnings: string[] = [];
  const cpuSeconds: number[] = [];
  const openCircuits = new Set<string>();
  const config = readConfig(providerFields(settings), settings);
  const sound = openSoundCheck();
  const converter = createConverter({ isolation: findIsolation(), ffmpeg: FFMPEG });
  const version: ToolReader['version'] = (name, n) => {
    const { manifest, digest, canonical } = tools[n - 1] ?? {};
    return Promise.resolve(
      manifest?.name === name ? { name, version: n, digest: digest ?? '', manifest: canonical ?? '' } : null,
    );
  };
  const findings: string[] = [];
  const progress: (() => number)[] = [];
  const runners = runnersOf(
    config,
    { tools: { version }, pull },
    (provider, finding) => void findings.push(`${provider} ${finding}`),
  );
  const { admit } = createAdmission({ ...runners, places: createPlaces() });
  const operations = createProviderOperations({
    runners,
    sound,
    converter,
    config,
    providers: providersOf(config),
    circuits: {
      report: (provider, outcome, failure) =>
        Promise.resolve(
          void reports.push([`${provider} ${outcome}`, ...(failure === undefined ? [] : [failure])].join(': ')),
        ),
      open: () => Promise.resolve(openCircuits),
      all: () => Promise.resolve(new Map()),
    },
    log: { warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`) },
  });
  return {
    url: simulator.url,
    directory,
    costs: () => simulator.costs(),
    calls,
    reports,
    warnings,
    findings,
    progress,
    cpuSeconds,
    openCircuits,
    step(name, parameters, inputs = {}) {
      const operation = operations[name];
      if (operation === undefined) throw new Error(`no operation ${name}`);
      const journal = createJournal(`exe_${randomUUID()}.0`, factsOf(inputs));
      let controller = new AbortController();
      return {
        journal,
        async run() {
          if (controller.signal.aborted) controller = new AbortController();
          const { signal } = controller;
          const leave = await admit({ operation: name, parameters, isBegun: journal.phase !== 'pending' });
          return await operation({
            projectId: 'project-one',
            organizationId: 'org-one',
            onProgress: (read) => void progress.push(read),
            parameters,
            inputs,
            directory,
            signal,
            usedCpu: (seconds) => void cpuSeconds.push(seconds),
            external: journal.open(),
          }).finally(() => leave(true));
        },
        stop: (reason) => controller.abort(new WorkStopped(reason)),
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([sound.close(), converter.close()]);
      await simulator.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Facts of the sample files among the inputs. */
const factsOf = (inputs: Readonly<Record<string, InputFile>>): OutsideFiles['inputs'] =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([field, { fileId }]) => {
      const facts = SAMPLE_FILES.find(({ id }) => id === fileId);
      return facts === undefined ? [] : [[field, facts]];
    }),
  );

/** The parameters of a step, as the catalog plans them. */
export const image = (prompt: string): JsonObject => ({
  provider: 'openai',
  model: 'sim-image',
  prompt,
  size: '512x512',
});
export const stylized = (prompt: string): JsonObject => ({
  provider: 'predictions',
  model: 'sim/stylize',
  prompt,
  strength: 0.6,
});

/** One second of silence at 8 kHz. */
export async function recording(directory: string): Promise<InputFile> {
  const bytes = Buffer.concat([
    Buffer.from(
      'RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x40\x1f\0\0',
      'latin1',
    ),
    Buffer.alloc(8000, 128),
  ]);
  return inputFile(directory, { name: 'source.wav', mimeType: 'audio/wav', bytes });
}

export async function inputFile(
  directory: string,
  { name, mimeType, bytes }: { name: string; mimeType: string; bytes: Buffer },
): Promise<InputFile> {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return { fileId: 'file_one', path, mimeType, sizeBytes: bytes.length };
}
