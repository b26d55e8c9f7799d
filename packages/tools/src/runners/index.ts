/** Settings, secrets, keys and addresses of runners, as the provider worker calls them and doctor checks them. */
export { type ApiKeys, apiKeysIn } from './api-keys.ts';
export { guardRunner, ownHostOf, type RunnerEgress } from './guard-runner.ts';
export { type RunnerSecrets, secretsIn } from './secrets.ts';
export { runnerAccessFields } from './settings.ts';
