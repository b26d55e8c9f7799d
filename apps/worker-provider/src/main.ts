/** The provider worker as a process: the only app that holds keys of external services and speaks to them. */
import { openDatabase } from '@tollgate/db';
import { createCircuits } from '@tollgate/executions';
import { exitOnConfigError } from '@tollgate/kernel';
import { createLogger } from '@tollgate/telemetry';
import { runWorkerApp } from '@tollgate/worker';
import { readProviderWorkerConfig } from './config.ts';
import { LEARN_SECONDS, createProviderOperations } from './operations.ts';

const name = 'worker-provider';
const config = exitOnConfigError(() => readProviderWorkerConfig(process.env));
const log = createLogger({ app: name, level: config.logLevel });
const circuitsDatabase = openDatabase({
  url: config.databaseUrl.href,
  poolMax: 2,
  applicationName: `tollgate-${name}-circuits`,
});
const operations = createProviderOperations({ config, circuits: createCircuits(circuitsDatabase), log });
/** A call that is under way is not cut off: after a cancel it may end within its own time limit. */
const abandonAfterMs = (Math.max(config.callSeconds, LEARN_SECONDS) + 10) * 1000;
/** A paid call that is cut off has an unknown outcome, so nearly all of the time goes to letting calls end. */
const drainBounds = { finishMs: 20_000, handBackMs: 3000 };
const close = (): Promise<void> => circuitsDatabase.close();
await runWorkerApp(config, { name, engine: 'provider', operations, abandonAfterMs, drainBounds, close });
process.exit(0);
