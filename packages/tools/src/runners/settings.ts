/** How runners are reached: settings of the provider worker, which doctor reads as well. */
import { hostList, text } from '@farebox/kernel';

export const runnerAccessFields = {
  runnerSecretsDirectory: text('FAREBOX_RUNNER_SECRETS_DIR', {
    description:
      'Folder with the secrets of runners: one file for each, named like the secret, with one secret a line. The first line signs, each one verifies. Read at each use. Empty: no runner is called.',
    default: '',
  }),
  runnerHosts: hostList(
    'FAREBOX_RUNNER_HOSTS',
    'Hosts of runners that may have private addresses, or addresses of this machine, as host or host:port, separated by commas. All others must be public.',
  ),
};
