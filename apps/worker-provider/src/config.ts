/**
 * Every setting of this app, read once. All problems are reported together, before the app opens or listens on
 * anything.
 */
import { type ProviderKind, providerOfferFields } from '@farebox/catalog';
import { FFMPEG_SETTING } from '@farebox/sandbox';
import {
  type Config,
  type Field,
  flag,
  hostList,
  integer,
  KNOWN_SETTINGS,
  optionalSecretList,
  optionalUrl,
  readConfig,
  text,
} from '@farebox/kernel';
import { signingFields } from '@farebox/storage';
import { runnerAccessFields } from '@farebox/tools/runners';
import { workerFields } from '@farebox/worker';
import { KEY, keyedFileField } from './keyed-file.ts';
import { tariffField } from './tariff/tariffs.ts';

const URL_SECRET_LENGTH_MIN = 32;

type Environment = Readonly<Record<string, string | undefined>>;

const runnerFields = {
  urlSecret: optionalSecretList('FAREBOX_URL_SECRET', {
    description: 'The same value as on the gateways; makes the URLs of files for runners. Empty: runs with files wait.',
    lengthMin: URL_SECRET_LENGTH_MIN,
  }),
  publicUrl: optionalUrl('FAREBOX_PUBLIC_URL', {
    description: 'Base URL of the gateways as runners reach them. Empty: runs with files wait.',
    protocols: ['http:', 'https:'],
  }),
  ...runnerAccessFields,
};

/** Built for an environment: a configured provider requires its key. */
export const providerFields = (env: Environment) => ({
  ...providerOfferFields(env),
  providersFile: keyedFileField(env),
  openaiKey: keyOf(env, 'OPENAI'),
  openaiIdempotent: idempotent('OPENAI'),
  openaiRefusedStatuses: refusedStatuses('OPENAI'),
  openaiTariffs: tariffField('OPENAI'),
  predictionsKey: keyOf(env, 'PREDICTIONS'),
  predictionsIdempotent: idempotent('PREDICTIONS'),
  predictionsRefusedStatuses: refusedStatuses('PREDICTIONS'),
  predictionsTariffs: tariffField('PREDICTIONS'),
  ffmpeg: FFMPEG_SETTING,
  outputHosts: hostList(
    'FAREBOX_PREDICTIONS_OUTPUT_HOSTS',
    'Hosts from which files of the predictions API may be downloaded, as host or host:port, separated by commas.',
  ),
  ...runnerFields,
  outputPrivate: flag('FAREBOX_PREDICTIONS_OUTPUT_PRIVATE', {
    description: 'Allows loopback addresses without TLS for provider files; only for the simulator.',
    default: 'false',
  }),
  callSeconds: integer('FAREBOX_PROVIDER_CALL_SECONDS', {
    description: 'Time limit of one provider request in seconds, including the work of a synchronous one.',
    default: '180',
    min: 1,
    max: 900,
  }),
  chargesUndelivered: flag('FAREBOX_CHARGE_UNDELIVERED_RESULTS', {
    description:
      'Whether customers pay the external cost of a result that cannot be read, is not what was requested, or cannot be downloaded. By default the operator bears it.',
    default: 'false',
  }),
  invoiceSeconds: integer('FAREBOX_PROVIDER_INVOICE_SECONDS', {
    description:
      'Delay in seconds after which the cost of a call that was charged by a tariff is first looked up. Four more lookups follow, each after a pause four times as long.',
    default: '600',
    min: 1,
    max: 86_400,
  }),
  unknownSeconds: integer('FAREBOX_PROVIDER_UNKNOWN_SECONDS', {
    description:
      'Time in seconds during which a lost response is looked up or requested again, before the execution goes under review.',
    default: '120',
    min: 0,
    max: 3600,
  }),
});

/** For the generated pages: the fields of a deployment with nothing set, plus the secret that gateways need. */
export const WORKER_PROVIDER_FIELDS = { ...workerFields({}), ...providerFields({}), ...signingFields };

export type ProviderConfig = Config<ReturnType<typeof providerFields>>;
export type ProviderWorkerConfig = ReturnType<typeof readProviderWorkerConfig>;

/** Throws ConfigError. */
export const readProviderWorkerConfig = (env: Environment) =>
  readConfig({ ...workerFields(env), ...providerFields(env) }, env, KNOWN_SETTINGS);

function keyOf(env: Environment, provider: Uppercase<ProviderKind>): Field<string> {
  const isNeeded = (env[`FAREBOX_${provider}_URL`] ?? '') !== '';
  const key = text(`FAREBOX_${provider}_KEY`, {
    description: `Key for FAREBOX_${provider}_URL; required if that is set.`,
    secret: true,
    default: '',
  });
  return { ...key, parse: (value) => checkedKey(value, isNeeded) };
}

/** The key is written unchanged into a header. */
function checkedKey(value: string, isNeeded: boolean): string {
  if (value === '' && isNeeded) throw new Error('must be set');
  if (!KEY.test(value)) throw new Error('must have no spaces, line breaks or non-ASCII characters');
  return value;
}

function idempotent(provider: Uppercase<ProviderKind>): Field<boolean> {
  return flag(`FAREBOX_${provider}_IDEMPOTENT`, {
    description: `Whether the service at FAREBOX_${provider}_URL honours Idempotency-Key (one key, one cost). Only then is a call with an unknown outcome sent again.`,
    default: 'false',
  });
}

/** Empty: no status proves a refusal. */
function refusedStatuses(provider: Uppercase<ProviderKind>): Field<ReadonlySet<number>> {
  return {
    variable: `FAREBOX_${provider}_REFUSED_STATUSES`,
    description: `Statuses that mean, by the contract of the service at FAREBOX_${provider}_URL, that it did not accept a call, so that the call is sent again. After any other error the call may have been accepted.`,
    defaultText: '401,402,403,429',
    secret: false,
    parse(value) {
      const statuses = value.split(',').map((status) => status.trim());
      if (value.trim() === '') return new Set();
      if (!statuses.every((status) => /^[45]\d\d$/.test(status)))
        throw new Error('must be statuses from 400 to 599, separated by commas');
      return new Set(statuses.map(Number));
    },
  };
}
