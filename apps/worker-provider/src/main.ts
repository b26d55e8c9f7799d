/** The provider worker as a process: the only app that holds keys of external services and calls them. */
import { availableParallelism } from 'node:os';
import { type Database, openDatabase } from '@farebox/db';
import { type Circuits, createCircuits, createProviderCosts } from '@farebox/providers';
import { createRunnerFiles, type RunnerFiles } from '@farebox/files';
import { findFfmpeg, findIsolation, type Isolation, warnOfOpen } from '@farebox/sandbox';
import { STOP_SECONDS_BEYOND_A_CALL } from '@farebox/kernel';
import { createMetrics, createServerWatch, runApp, type ServerWatch } from '@farebox/telemetry';
import { pullRuns, toolReader } from '@farebox/tools';
import { runWorkerApp } from '@farebox/worker';
import { type ProviderWorkerConfig, readProviderWorkerConfig } from './config.ts';
import { createConverter } from './conversion/converter.ts';
import { LEARN_SECONDS } from './entry.ts';
import { keepAskingForInvoices } from './invoices.ts';
import { FINDINGS } from './operations/run-tool.ts';
import { createProviderOperations } from './operations.ts';
import { adaptersOf, providersOf } from './providers.ts';
import { createAdmission } from './runners/admission.ts';
import { createAskedRunners } from './runners/asked.ts';
import { createPlaces } from './runners/places.ts';
import { runnersOf } from './runners/runners.ts';
import { createSoundCheck, type SoundCheck, withoutSoundCheck } from './sound/check-sound.ts';

const name = 'worker-provider';
/**
 * An interrupted provider call has an unknown outcome, so a stop waits for calls in progress. A call that only waits
 * for a provider's work is left to the next worker much sooner.
 */
const FINISH_MS = 20_000;
const RECORD_MS = (STOP_SECONDS_BEYOND_A_CALL - 5) * 1000 - FINISH_MS;

await runApp({
  name,
  read: () => readProviderWorkerConfig(process.env),
  async run(config, shell) {
    const { logger: log } = shell;
    const database = databaseOf(config);
    const providers = providersOf(config);
    const found = findFfmpeg(config.ffmpeg, process.env['PATH'] ?? '');
    const isolation = findIsolation();
    warnOfOpen(isolation, log);
    const sound = soundCheckOf(found, isolation);
    const converter = createConverter({ isolation, ffmpeg: found.ok ? found.ffmpeg : null });
    const circuits = watched(createCircuits(database), createServerWatch({ logger: log }));
    const tools = toolReader(database);
    const metrics = createMetrics(name);
    // Reported as 0 from the start: a counter that appears with 1 shows no increase to a monitoring query.
    for (const finding of FINDINGS) metrics.runnerFindings.inc({ finding }, 0);
    const runners = runnersOf(config, { tools, pull: pullRuns(database) }, (_, finding) =>
      metrics.runnerFindings.inc({ finding }),
    );
    const operations = createProviderOperations({ config, providers, runners, circuits, sound, converter, log });
    const asking = new AbortController();
    const { invoiceSeconds } = config;
    const costs = createProviderCosts(database);
    const askedRunners = createAskedRunners({ reader: tools, awaited: costs.awaited, settings: runners });
    const adapters = async () => [...adaptersOf(providers), ...(await askedRunners())];
    const asked = keepAskingForInvoices({ costs, adapters, log, invoiceSeconds }, asking.signal);
    async function close(): Promise<void> {
      asking.abort();
      await Promise.all([sound.close(), converter.close()]);
      await asked;
      await database.close();
    }
    const facts = { sound: sound.summary, results: converter.summary };
    const admission = createAdmission({ ...runners, places: createPlaces() });
    const app = { name, engine: 'provider', operations, ...admission, metrics, runnerFiles: filesOf(config) } as const;
    await runWorkerApp(config, { ...app, ...boundsOf(config), facts, close }, shell);
  },
});

/** Calls of the same service report to the same circuit, so a service is away and back for all of them. */
function watched(circuits: Circuits, watch: ServerWatch): Circuits {
  return {
    ...circuits,
    report(provider, outcome, failure) {
      if (outcome === 'ok') watch.worked(provider);
      else watch.failed(provider, 'calls fail');
      return circuits.report(provider, outcome, failure);
    },
  };
}

/** Decoding needs cores, unlike waiting for providers. */
function soundCheckOf(found: ReturnType<typeof findFfmpeg>, isolation: Isolation): SoundCheck {
  if (!found.ok) return withoutSoundCheck(found.problem);
  return createSoundCheck({ ffmpeg: found.ffmpeg, isolation, size: Math.max(2, availableParallelism()) });
}

/** A database connection for work without an execution: circuits, and costs that arrive late. */
function databaseOf({ databaseUrl }: ProviderWorkerConfig): Database {
  return openDatabase({ url: databaseUrl.href, poolMax: 2, applicationName: `farebox-${name}-providers` });
}

/** Makes URLs of files for runners; undefined without the settings of the gateways. */
function filesOf({ publicUrl, urlSecret }: ProviderWorkerConfig): RunnerFiles | undefined {
  return publicUrl === undefined || urlSecret === undefined ? undefined : createRunnerFiles({ publicUrl, urlSecret });
}

/** A call in progress is not interrupted: after a cancel it may end within its own time limit. */
function boundsOf({ callSeconds }: ProviderWorkerConfig) {
  return {
    abandonAfterMs: (Math.max(callSeconds, LEARN_SECONDS) + 10) * 1000,
    drainBounds: { finishMs: FINISH_MS, handBackMs: callSeconds * 1000 + RECORD_MS },
  };
}
