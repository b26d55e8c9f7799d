/** A thousand malformed requests on each port that faces the internet: none is a fault of the service. */
import { OPERATOR_ROUTES, ROUTES } from '@farebox/contract';
import { startStripe, type TestStripe } from '@farebox/payments/testing';
import { createLogger } from '@farebox/telemetry';
import { freePort } from '@farebox/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Malformed, malformedFor, statusOf, type Target } from '../testing/malformed.fixture.ts';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

const REQUESTS = 1_000;
const AT_ONCE = 25;
const TIMES_MAX = 5;
const written: string[] = [];
let stripe: TestStripe;
let gateway: TestOperatorGateway;
let targets: Readonly<Record<string, Target>>;

const pathsOf = (routes: Readonly<Record<string, { readonly path: string }>>): readonly string[] =>
  Object.values(routes).map(({ path }) => path);

/** Each is of now, so that it is looked at. */
function signatures(): readonly string[] {
  const time = Math.floor(Date.now() / 1000);
  return ['v1=', 'v1=zz', 'v1=0', `v1=${'g'.repeat(64)}`, `v1=${'0'.repeat(64)}`, 'v0=1', ''].map(
    (rest) => `Stripe-Signature: t=${time},${rest}`,
  );
}

beforeAll(async () => {
  stripe = await startStripe();
  const stripePort = await freePort();
  const logger = createLogger({
    app: 'gateway',
    level: 'info',
    destination: { write: (line: string) => void written.push(line) },
  });
  gateway = await startTestOperatorGateway({ ...stripe.settings, FAREBOX_STRIPE_PORT: String(stripePort) }, logger);
  const project = await gateway.newProject();
  const { token } = await project.newKey();
  const operator = await gateway.session({ isOperator: true });
  targets = {
    'the API': { port: Number(new URL(gateway.url).port), paths: pathsOf(ROUTES), credentials: [`Bearer ${token}`] },
    'the operator API': {
      port: Number(new URL(gateway.operatorUrl).port),
      paths: pathsOf(OPERATOR_ROUTES),
      credentials: [`Bearer ${operator}`],
    },
    'events of Stripe': {
      port: stripePort,
      paths: ['/webhooks/stripe'],
      credentials: ['Bearer x'],
      usual: signatures(),
    },
  };
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});

/** A starved machine may answer 503: then the request is sent again. A request that is never served is a fault. */
async function servedStatusOf(port: number, request: Malformed): Promise<number | null> {
  let status: number | null = null;
  for (let time = 0; time < TIMES_MAX; time++) {
    status = await statusOf(port, request);
    if (status !== 503) break;
  }
  return status;
}

test.each(['the API', 'the operator API', 'events of Stripe'])(
  '%s answers none of them with a 5xx or an error line',
  async (name) => {
    const target = targets[name] as Target;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const requests = fc.sample(malformedFor(target), { numRuns: REQUESTS, seed });
    const faults: string[] = [];
    let answered = 0;
    const next = requests.values();
    const worker = async (): Promise<void> => {
      for (const request of next) {
        const status = await servedStatusOf(target.port, request);
        if (status !== null) answered++;
        if (status !== null && status >= 500)
          faults.push(`${status}: ${request.line} ${request.headers.join('; ')}`.slice(0, 400));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(faults.join('\n'), `seed ${seed}`).toBe('');
    expect(answered).toBeGreaterThan(REQUESTS / 2);
    const errors = written.filter((line) => /"level":"(error|fatal)"/.test(line));
    expect(errors.join(''), `seed ${seed}`).toBe('');
  },
);
