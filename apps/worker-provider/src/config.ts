/** Every setting of this app, read once. All problems are reported together, before anything is opened or bound. */
import { type ProviderKind, providerOfferFields } from '@farebox/catalog';
import { FFMPEG_SETTING } from '@farebox/ffmpeg';
import { type Config, type Field, KNOWN_SETTINGS, flag, integer, readConfig, text } from '@farebox/kernel';
import { workerFields } from '@farebox/worker';
import { KEY, keyedFileField } from './keyed-file.ts';
import { tariffField } from './tariff/tariffs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Made for an environment: whoever names a provider needs its key. */
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
  outputHosts: hostList(),
  outputPrivate: flag('FAREBOX_PREDICTIONS_OUTPUT_PRIVATE', {
    description: 'Files of a provider on this machine may come from loopback, unencrypted: only for the simulator.',
    default: 'false',
  }),
  callSeconds: integer('FAREBOX_PROVIDER_CALL_SECONDS', {
    description: 'How long a provider may take to answer one request, the work of a synchronous one included.',
    default: '180',
    min: 1,
    max: 900,
  }),
  invoiceSeconds: integer('FAREBOX_PROVIDER_INVOICE_SECONDS', {
    description:
      'How long after its end a call that was booked by a tariff is looked up for what it cost; four times more, each after a pause four times as long.',
    default: '600',
    min: 1,
    max: 86_400,
  }),
  unknownSeconds: integer('FAREBOX_PROVIDER_UNKNOWN_SECONDS', {
    description: 'How long a lost response is looked up or asked for again before the execution goes under review.',
    default: '120',
    min: 0,
    max: 3600,
  }),
});

/** For the generated pages: as with nothing set. */
export const WORKER_PROVIDER_FIELDS = { ...workerFields({}), ...providerFields({}) };

export type ProviderConfig = Config<ReturnType<typeof providerFields>>;
export type ProviderWorkerConfig = ReturnType<typeof readProviderWorkerConfig>;

/** Throws ConfigError. */
export const readProviderWorkerConfig = (env: Environment) =>
  readConfig({ ...workerFields(env), ...providerFields(env) }, env, KNOWN_SETTINGS);

function keyOf(env: Environment, provider: Uppercase<ProviderKind>): Field<string> {
  const isNeeded = (env[`FAREBOX_${provider}_URL`] ?? '') !== '';
  const key = text(`FAREBOX_${provider}_KEY`, {
    description: `Key for FAREBOX_${provider}_URL; needed where that is set.`,
    secret: true,
    default: '',
  });
  return { ...key, parse: (value) => checkedKey(value, isNeeded) };
}

/** It goes into a header as it is. */
function checkedKey(value: string, isNeeded: boolean): string {
  if (value === '' && isNeeded) throw new Error('must be set');
  if (!KEY.test(value)) throw new Error('must have no spaces, line ends or letters beyond ASCII');
  return value;
}

function idempotent(provider: Uppercase<ProviderKind>): Field<boolean> {
  return flag(`FAREBOX_${provider}_IDEMPOTENT`, {
    description: `Whether the service at FAREBOX_${provider}_URL honours Idempotency-Key: one key, one cost. Only then is a call with an unknown outcome sent again.`,
    default: 'false',
  });
}

/** Empty: none of its answers proves that. */
function refusedStatuses(provider: Uppercase<ProviderKind>): Field<ReadonlySet<number>> {
  return {
    variable: `FAREBOX_${provider}_REFUSED_STATUSES`,
    description: `Statuses by which the service at FAREBOX_${provider}_URL says, by its contract, that it did not take a call, so that it is sent again; after any other error it may have been taken.`,
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

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

function hostList(): Field<readonly string[]> {
  return {
    variable: 'FAREBOX_PREDICTIONS_OUTPUT_HOSTS',
    description:
      'Hosts that files of the predictions API may be fetched from, as host or host:port, separated by commas.',
    defaultText: '',
    secret: false,
    parse(value) {
      const hosts = value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== '');
      const wrong = hosts.filter((host) => !HOST.test(host));
      if (wrong.length > 0) throw new Error(`has what is no host: ${wrong.join(', ')}`);
      return hosts;
    },
  };
}
