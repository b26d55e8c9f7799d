/**
 * Paid external tools, which the simulator plays for a test project: the content of a review, the purchase under a new key, and
 * the cost of a cancel after the provider has begun. Without a simulator these tests are skipped and say so.
 */
// Modes: embedded.
import { beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, endOf, execute, newIdempotencyKey, quoted, settled, until } from './client/executions.ts';
import { shown, unlike } from './client/shown.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Execution, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Long enough for the provider to have begun, on a slow machine too. */
const BEGUN_MS = 8000;
const WAIT_MS = 150_000;

let isOffered = false;
beforeAll(async () => {
  const { tools } = (await client.get<Catalog>('/tools')).data;
  isOffered = tools.some(({ name, available }) => name === 'video-generate' && available);
  if (!isOffered)
    process.stdout.write('skipped: no external tool is offered here; the provider simulator does not run\n');
});

const orSkip = (context: TestContext): void => context.skip(!isOffered, 'no external tool is offered here');
const hanging = { prompt: 'A harbour #sim:hang', size: '1024x1024', model: 'standard' };

describe('a provider call with an unknown outcome', () => {
  // contract 4: "review: {step, reason, since, exposureMicros, resolveBy}|null"
  // contract 5: "Non-terminal reads carry Retry-After: 5."
  // issue 11.18: "shows an example of a cancel, a failure, a review and a paid external tool"
  // spec 3: "A process in needs_review that is sent again under a new idempotency key becomes a separate paid execution."
  test(
    'is under review, shows since when, for how much and until when, and is bought again only under a new key',
    async (context) => {
      orSkip(context);
      const request = await quoted(client, 'image-generate', hanging);
      const idempotencyKey = newIdempotencyKey();
      const first = await execute(client, request, idempotencyKey);
      const found = await until(keys, first.data.id, ({ status }) => status === 'needs_review');
      expect(found).toMatchObject({
        statusReason: found.review?.reason,
        chargedMicros: null,
        billing: [],
        error: null,
      });
      expect(found.review).toEqual({
        step: 0,
        reason: expect.stringMatching(/^[a-z_]+$/),
        since: expect.stringMatching(TIME),
        exposureMicros: expect.toSatisfy((exposed: number) => exposed > 0 && exposed <= request.maximumChargeMicros),
        resolveBy: expect.stringMatching(TIME),
      });
      expect(unlike(shown('A review')[0], found)).toEqual([]);
      expect(Date.parse(found.review?.resolveBy ?? '')).toBeGreaterThan(Date.parse(found.review?.since ?? ''));
      const read = await client.get<Execution>(`/tools/executions/${found.id}`);
      expect([read.data.status, read.headers.get('retry-after')]).toEqual(['needs_review', '5']);

      const replay = await execute(client, request, idempotencyKey);
      expect([replay.outcome, replay.data.id]).toEqual(['202', found.id]);
      const before = (await client.get<Usage>('/tools/usage')).data;
      const bought = await execute(client, request);
      expect(bought.outcome).toBe('202');
      expect(bought.data.id).not.toBe(found.id);
      const after = (await client.get<Usage>('/tools/usage')).data;
      expect(after.heldMicros - before.heldMicros).toBe(request.maximumChargeMicros);
    },
    WAIT_MS,
  );
});

// issue 11.18: "shows an example of a cancel, a failure, a review and a paid external tool"
test(
  'a paid external tool ends as the page of endings shows',
  async (context) => {
    orSkip(context);
    const { id } = await accepted(client, 'image-generate', { ...hanging, prompt: 'A harbour' });
    expect(unlike(shown('A paid external tool')[0], await settled(keys, id))).toEqual([]);
  },
  WAIT_MS,
);

// spec 3: "Execution failed or cancelled after external processing cost already arose: The real cost is settled; never more than the maximum reservation"
// contract 5: "Failure and cancellation charge only the external cost that really arose. Never above the hold."
// issue 11.18: "shows an example of a cancel, a failure, a review and a paid external tool"
// contract 4: "a settled request is one whose settlement charged or succeeded"
test(
  'a failure that the provider billed charges its cost, and counts as a settled request',
  async (context) => {
    orSkip(context);
    const spender = connect(keys.keyBurst);
    const rejected = { prompt: 'A harbour #sim:moderated-billed', size: '1024x1024', model: 'standard' };
    const { id, maximumChargeMicros } = await accepted(spender, 'image-generate', rejected);
    const end = await endOf(keys.keyBurst, id);
    expect(end).toMatchObject({ status: 'failed', statusReason: 'content_rejected', output: { artifacts: [] } });
    expect(end.error).toMatchObject({ message: 'content_rejected' });
    expect(unlike(shown('A failure')[0], end)).toEqual([]);
    expect(end.chargedMicros).toBeGreaterThan(0);
    expect(end.chargedMicros).toBeLessThanOrEqual(maximumChargeMicros);
    expect(end.billing).toEqual([expect.objectContaining({ step: 0, unit: 'call', amountMicros: end.chargedMicros })]);
    const { settledRequests, chargedMicros, heldMicros } = (await spender.get<Usage>('/tools/usage')).data;
    expect([settledRequests, chargedMicros, heldMicros]).toEqual([1, end.chargedMicros, 0]);
  },
  WAIT_MS,
);

// spec 3: "Execution failed or cancelled after external processing cost already arose: The real cost is settled; never more than the maximum reservation"
// contract 5: "Failure and cancellation charge only the external cost that really arose. Never above the hold."
// issue 11.18: "shows an example of a cancel, a failure, a review and a paid external tool"
test(
  'a cancel after the provider has begun charges the cost that arose, and releases the rest',
  async (context) => {
    orSkip(context);
    const film = { prompt: 'Waves #sim:slow(120000)', seconds: 4, model: 'standard' };
    const { id, maximumChargeMicros } = await accepted(client, 'video-generate', film);
    await until(keys, id, ({ startedAt }) => startedAt !== null && Date.now() - Date.parse(startedAt) > BEGUN_MS);
    const asked = await client.post<Execution>(`/tools/executions/${id}/cancel`);
    expect(asked.outcome).toBe('200');
    const end = await settled(keys, id);
    const varying = ['chargedMicros', 'amountMicros'];
    const [then, later] = shown('A cancel');
    expect([...unlike(then, asked.data), ...unlike(later, end, { varying })]).toEqual([]);
    expect(end).toMatchObject({ status: 'cancelled', cancelRequested: true, statusReason: 'cancelled_by_request' });
    expect(end.chargedMicros).toBeGreaterThan(0);
    expect(end.chargedMicros).toBeLessThan(maximumChargeMicros);
    expect(end.billing).toEqual([expect.objectContaining({ step: 0, unit: 'call', amountMicros: end.chargedMicros })]);
    expect(end.output.artifacts).toEqual([]);
  },
  WAIT_MS,
);
