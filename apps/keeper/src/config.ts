/** Reads every setting of the keeper once. All problems are reported together, before anything is opened or bound. */
import { providersFileOf } from '@farebox/catalog';
import { databaseFields } from '@farebox/db';
import { type Config, KNOWN_SETTINGS, failpointFields, integer, readConfig } from '@farebox/kernel';
import { payerFields } from '@farebox/payments';
import { queueFields } from '@farebox/queue';
import { sealFields, signingFields, storeFields } from '@farebox/storage';
import { telemetryFields } from '@farebox/telemetry';

type Environment = Readonly<Record<string, string | undefined>>;

/** A cancel, a client's time limit and a deadline take effect within ten seconds without a worker: this pause plus the work itself. */
const SWEEP_SECONDS_MAX = 8;

const keeperFields = (env: Environment) => ({
  ...databaseFields,
  ...queueFields,
  ...storeFields(env),
  ...telemetryFields,
  ...failpointFields,
  ...payerFields,
  ...sealFields,
  providersFile: providersFileOf(env),
  sweepSeconds: integer('FAREBOX_SWEEP_SECONDS', {
    description:
      'Seconds between two sweeps: the keeper notifies due executions again and ends those past their limits.',
    default: '5',
    min: 1,
    max: SWEEP_SECONDS_MAX,
  }),
});

/** For the generated pages: the fields if nothing is set, plus the secret that gateways need. */
export const KEEPER_FIELDS = { ...keeperFields({}), ...signingFields };

export type KeeperConfig = Config<ReturnType<typeof keeperFields>>;

/** Throws ConfigError. */
export const readKeeperConfig = (env: Environment): KeeperConfig => readConfig(keeperFields(env), env, KNOWN_SETTINGS);
