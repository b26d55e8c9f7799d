/** Every setting of the simulator as a process. */
import { type Config, type Field, choice, KNOWN_SETTINGS, port, readConfig, text } from '@farebox/kernel';
import { PROVIDERS, type Provider } from './call.ts';

export const SIMULATOR_FIELDS = {
  host: text('FAREBOX_SIMULATOR_HOST', {
    description: 'Address of the provider simulator. It requires no authentication: keep it on this machine.',
    default: '127.0.0.1',
  }),
  port: port('FAREBOX_SIMULATOR_PORT', { description: 'Port of the provider simulator.', default: '8090' }),
  directory: text('FAREBOX_SIMULATOR_DIR', {
    description: 'Folder for its cost log and its script.',
    default: '.farebox/simulator',
  }),
  idempotent: providers(
    text('FAREBOX_SIMULATOR_IDEMPOTENT', {
      description: 'Simulated providers that honour an Idempotency-Key, separated by commas.',
      default: PROVIDERS.join(','),
    }),
  ),
  crash: choice('FAREBOX_SIMULATOR_CRASH', {
    description: 'Effect of `crash-after-accept`: the process exits, or refuses connections for a second.',
    of: ['exit', 'pause'],
    default: 'exit',
  }),
};

function providers(field: Field<string>): Field<readonly Provider[]> {
  return {
    ...field,
    parse: (value) =>
      value
        .split(',')
        .filter((name) => name !== '')
        .map((name) => {
          const found = PROVIDERS.find((each) => each === name);
          if (found === undefined) throw new Error(`must name some of ${PROVIDERS.join(', ')}`);
          return found;
        }),
  };
}

/** Throws ConfigError. */
export const readSimulatorConfig = (
  env: Readonly<Record<string, string | undefined>>,
): Config<typeof SIMULATOR_FIELDS> => readConfig(SIMULATOR_FIELDS, env, KNOWN_SETTINGS);
