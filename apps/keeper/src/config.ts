/** Every setting of the keeper, read once. All problems are reported together, before anything is opened or bound. */
import { providersFileOf } from '@farebox/catalog';
import { databaseFields } from '@farebox/db';
import { type Config, KNOWN_SETTINGS, failpointFields, integer, readConfig } from '@farebox/kernel';
import { payerFields } from '@farebox/payments';
import { queueFields } from '@farebox/queue';
import { sealFields, signingFields, storeFields } from '@farebox/storage';
import { telemetryFields } from '@farebox/telemetry';

type Environment = Readonly<Record<string, string | undefined>>;

/** A cancel, a limit of the client's and a deadline are kept within ten seconds where no worker is; the rest is the time that it takes. */
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

/** For the generated pages: as with nothing set, but for the secret, which gateways need. */
export const KEEPER_FIELDS = { ...keeperFields({}), ...signingFields };

export type KeeperConfig = Config<ReturnType<typeof keeperFields>>;

/** Throws ConfigError. */
export const readKeeperConfig = (env: Environment): KeeperConfig => readConfig(keeperFields(env), env, KNOWN_SETTINGS);
