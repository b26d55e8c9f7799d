/**
 * Derives the words of a command from its route's act (`key.revoke` → `key revoke`), or from its name. Exceptions that
 * read better are listed here.
 */
import { OPERATOR_ROUTES, type OperatorRoute, type OperatorRouteName } from '@farebox/contract';

export interface Words {
  readonly noun: string;
  readonly verb: string;
}

/** Short forms of long nouns. */
const NOUNS: Readonly<Record<string, string>> = {
  organization: 'org',
  money: 'balance',
  people: 'member',
  statement: 'balance',
  top_up: 'balance',
};
const VERBS: Readonly<Record<string, string>> = { find: 'show', get: 'show', read: 'show' };

/** Routes with the same words share a command, which chooses by the given parameters. */
const NAMED: Readonly<Record<string, string>> = {
  setKeyCap: 'key cap',
  verifyEveryAudit: 'audit verify-all',
  getCors: 'cors show',
  listExportParts: 'export parts',
  listExportFiles: 'export files',
  listStatementLines: 'balance lines',
  listWebhookDeliveries: 'webhook deliveries',
  listLowBalances: 'balance low',
  listReceivedResults: 'execution received',
  showStatement: 'balance statement',
  listPaymentProblems: 'checkout problems',
  getCurrentPrices: 'price current',
  listProjectPrices: 'price terms',
  previewProjectPrices: 'price preview-terms',
  listRunnerKeys: 'tool runner-keys',
  issueRunnerKey: 'tool runner-key',
};

export function wordsOf(name: OperatorRouteName): Words {
  const route: OperatorRoute = OPERATOR_ROUTES[name];
  const named = NAMED[name];
  const [noun = '', verb = ''] = named?.split(' ') ?? route.act?.split('.') ?? [singular(route.tag), firstWord(name)];
  return { noun: kebab(NOUNS[noun] ?? noun), verb: kebab(VERBS[verb] ?? verb) };
}

const singular = (tag: string): string => tag.toLowerCase().replace(/s$/, '').replaceAll(' ', '_');
const firstWord = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? name;
/** `overlapDays` and `top_up` in the spelling of options and commands. */
export const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
