/** Whether payments by card are enabled, and with which provider. Off unless configured; an incomplete configuration is refused before the app starts. */
import { type Config, type Field, optionalText, port, text, url } from '@farebox/kernel';
import type { PaymentProvider } from './provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const KEY = /^[sr]k_(?:live|test)_\w{8,}$/;
const SECRETS_MAX = 3;
const SECRET = /^whsec_\S{16,}$/;
/** Plain HTTP is allowed to this machine only (docs/decisions/0122), because requests contain the API key. */
const LOCAL = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

const checked = <T>(field: Field<T>, parse: (value: string) => T): Field<T> => ({ ...field, parse });
const isSet = (env: Environment, ...names: readonly string[]): boolean =>
  names.some((name) => (env[name] ?? '') !== '');

/** Fields of every app that calls the provider. Empty: payments are off. */
export const payerFields = {
  stripeKey: checked(
    optionalText('FAREBOX_STRIPE_KEY', {
      description: 'Secret or restricted key of Stripe, through which payments by card are taken; empty: none are.',
      secret: true,
    }),
    (value) => {
      if (value !== '' && !KEY.test(value)) throw new Error('must be a key such as sk_live_… or rk_test_…');
      return value === '' ? undefined : value;
    },
  ),
  stripeApiUrl: checked(
    url('FAREBOX_STRIPE_API_URL', {
      description: "Stripe's API; another one is for tests. Plain HTTP only on this machine.",
      default: 'https://api.stripe.com',
      protocols: ['https:', 'http:'],
    }),
    (value) => {
      const parsed = URL.parse(value);
      if (
        parsed === null ||
        !(parsed.protocol === 'https:' || (parsed.protocol === 'http:' && LOCAL.test(parsed.hostname)))
      )
        throw new Error('must be a URL that starts with https://');
      return parsed;
    },
  ),
};

/** Fields of the gateway, which opens checkouts and receives events. If one of the three is set, all must be set. */
export function paymentFields(env: Environment) {
  const hasSessions = isSet(env, 'FAREBOX_SESSION_SECRET', 'FAREBOX_OIDC_ISSUER');
  const [key, secrets, back] = [
    'FAREBOX_STRIPE_KEY',
    'FAREBOX_STRIPE_WEBHOOK_SECRETS',
    'FAREBOX_STRIPE_RETURN_URL',
  ] as const;
  const isOn = isSet(env, key, secrets, back);
  const must = <T>(field: Field<T>): Field<T> =>
    checked(field, (value) => {
      if (isOn && !hasSessions) throw new Error('requires sessions: set FAREBOX_OIDC_ISSUER or FAREBOX_SESSION_SECRET');
      if (isOn && value === '') throw new Error('must be set if payments by card are enabled');
      return field.parse(value);
    });
  return {
    ...payerFields,
    stripeKey: must(payerFields.stripeKey),
    stripeWebhookSecrets: must(
      checked(
        text(secrets, {
          description: `Secrets by which Stripe signs events, whsec_…, with commas: the new one beside the old one while they change; at most ${SECRETS_MAX}.`,
          secret: true,
          default: '',
        }),
        (value) => {
          const each = value.split(',');
          if (value !== '' && (each.length > SECRETS_MAX || !each.every((one) => SECRET.test(one))))
            throw new Error(`must be 1 to ${SECRETS_MAX} secrets such as whsec_…, separated by commas`);
          return value;
        },
      ),
    ),
    stripeReturnUrl: must(
      checked(
        text(back, {
          description: 'Page to which Stripe sends a customer back, with ?checkout=…&outcome=paid or cancelled.',
          default: '',
        }),
        (value) => {
          if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
            throw new Error('must be a URL that starts with https:// or http://');
          return value;
        },
      ),
    ),
    stripeHost: text('FAREBOX_STRIPE_HOST', {
      description:
        'Address to listen on for events of Stripe, where payments are taken; the one port besides the API that the internet has to reach.',
      default: '127.0.0.1',
    }),
    stripePort: port('FAREBOX_STRIPE_PORT', { description: 'Port for events of Stripe.', default: '8082' }),
  };
}

export type PaymentsConfig = Config<ReturnType<typeof paymentFields>>;

/** Undefined: payments are off, and Stripe's client is not loaded. */
export async function paymentsFrom(config: PaymentsConfig): Promise<PaymentProvider | undefined> {
  const { stripeKey: key, stripeApiUrl: apiUrl, stripeWebhookSecrets: secrets, stripeReturnUrl } = config;
  if (key === undefined) return undefined;
  const { createStripe } = await import('./stripe/stripe.ts');
  return createStripe({ key, apiUrl, returnUrl: new URL(stripeReturnUrl), webhookSecrets: secrets.split(',') });
}

/** For apps that only read events. Undefined: payments are off. */
export async function providerFrom({
  stripeKey: key,
  stripeApiUrl: apiUrl,
}: Config<typeof payerFields>): Promise<Pick<PaymentProvider, 'events' | 'isLive'> | undefined> {
  if (key === undefined) return undefined;
  const { createStripe } = await import('./stripe/stripe.ts');
  return createStripe({ key, apiUrl, returnUrl: apiUrl, webhookSecrets: [] });
}
