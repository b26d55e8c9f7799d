/**
 * Executes every example of every tool and model of the catalog unchanged, including those of providers, which the simulator
 * plays. Each is charged within its quote, and its outputs can be downloaded. Tools that are not offered here are printed, so
 * that a suite that must be complete fails.
 */
// Modes: embedded.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, settled } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { patient } from './client/patient.ts';
import type { Catalog, Download } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = patient(connect(keys.key));
/** Two windows of the rate limit, and an encoder on a busy machine. */
const LONG_MS = 300_000;

const { tools } = (await client.get<Catalog>('/tools')).data;

interface Example {
  readonly title: string;
  readonly tool: string;
  readonly model: string | null;
  readonly input: Record<string, unknown>;
}

/** The example of a tool is that of one of its models, or its only one. */
const examples = tools.flatMap(({ name: tool, example, models, available, unavailableReason }) => {
  const whole = { title: tool, tool, model: null, input: example, available };
  const each = models.map((model) => ({
    title: `${tool} ${model.name}`,
    tool,
    model: model.name,
    input: model.example,
    available: model.available,
  }));
  const same = each.some(({ input }) => JSON.stringify(input) === JSON.stringify(example));
  return (same ? each : [whole, ...each]).map((one) => ({
    ...one,
    reason: unavailableReason ?? 'its model is not offered',
  }));
});

for (const { title, available, reason } of examples)
  if (!available) process.stdout.write(`skipped: the example of ${title} does not run here: ${reason}\n`);

const fetched = async (id: string, artifactId: string): Promise<object> => {
  const { url } = (await client.get<Download>(`/tools/executions/${id}/artifacts/${artifactId}/download`)).data;
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
};

describe.concurrent('the catalog', () => {
  // contract 4: "Every example validates, quotes and executes as it stands: files in it are samples (file_sample_…) that exist in every project."
  // issue 8.6: "Every `example` of every tool and model validates, quotes **and executes** unchanged; a test does it for all."
  // spec 1.5: "On completion the actual cost is settled"
  test.each<Example>(examples.filter(({ available }) => available))(
    'the example of $title succeeds within its quote, and its outputs can be downloaded',
    async ({ tool, model, input }) => {
      const { id } = await accepted(client, tool, input);
      const end = await settled(keys, id);
      expect(end, JSON.stringify(end.error)).toMatchObject({ status: 'succeeded', error: null });
      expect(end.model).toBe(model ?? input['model'] ?? null);
      expect(end.chargedMicros).toBeGreaterThanOrEqual(end.minimumChargeMicros);
      expect(end.chargedMicros).toBeLessThanOrEqual(end.maximumChargeMicros);
      for (const { id: artifactId, sizeBytes, sha256 } of end.output.artifacts)
        expect(await fetched(id, artifactId)).toEqual({ sizeBytes, sha256 });
    },
    LONG_MS,
  );
});
