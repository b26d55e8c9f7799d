/**
 * Tools whose provider is not configured: listed and quoted, but not executed. A live project sees this wherever no real provider
 * is configured; a test project of the same system has the simulator.
 */
// Modes: embedded.
import { beforeAll, expect, inject, test } from 'vitest';
import { connect } from './client/connect.ts';
import { execute, quote, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Project, Tool } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const live = connect(keys.keyLive);
const rehearsing = connect(keys.key);
/** An external system may have every provider. */
const isOurs = inject('mode') !== 'external';
let tool: Tool;

const toolsOf = async (client: typeof live): Promise<readonly Tool[]> =>
  (await client.get<Catalog>('/tools')).data.tools;

beforeAll(async () => {
  if (isOurs) tool = (await toolsOf(live)).find(({ available }) => !available) as Tool;
});

// spec 2.2: "available: boolean; true when the external service the tool needs is configured and the tool can be offered"
// contract 2: "tool_unavailable (its external service is not configured)"
test.runIf(isOurs)('a tool without its provider is quoted with a blocker, and refused as not found', async () => {
  expect(tool.unavailableReason).toMatch(/\S/);
  expect(tool.models.every(({ available }) => !available)).toBe(true);
  expect((await quote(live, tool.name, tool.example)).blockers).toEqual(['tool_unavailable']);
  expect((await execute(live, await quoted(live, tool.name, tool.example))).outcome).toBe('404 tool_unavailable');
});

// contract 4: "blockers names every gate that would refuse the execution now (availability, switch, cap, balance)"
test.runIf(isOurs)('a pipeline is available only if all its steps are', async () => {
  const args = { steps: [{ tool: tool.name, arguments: tool.example }] };
  expect((await quote(live, 'pipeline', args)).blockers).toEqual(['tool_unavailable']);
  expect((await execute(live, await quoted(live, 'pipeline', args))).outcome).toBe('404 tool_unavailable');
});

// contract 6: "A project is live or test for ever, and its keys carry the word"
// contract 6: "GET /tools/project says which (project.environment)"
test('the prefix of a key names the environment of its project, and so does the project resource', async () => {
  const words = [keys.keyLive, keys.key].map(async (key) => {
    const { data } = await connect(key).get<Project>('/tools/project');
    return [key.split('_')[1], data.project.environment];
  });
  expect(await Promise.all(words)).toEqual([
    ['live', 'live'],
    ['test', 'test'],
  ]);
});

// contract 6: "its external tools are answered by the provider simulator (unavailable where none runs)"
// issue 11.20: "A live key never reaches the simulator"
test.runIf(isOurs)(
  'a live project lacks the tools that the simulator plays for a test project, and nothing else differs',
  async () => {
    const [ofLive, ofTest] = await Promise.all([toolsOf(live), toolsOf(rehearsing)]);
    const names = (tools: readonly Tool[], available: boolean): string[] =>
      tools.filter((each) => each.available === available).map(({ name }) => name);
    // Tools that need ffmpeg are available if it is installed.
    expect(
      ofTest.filter(({ available, unavailableReason = '' }) => !available && !/ffmpeg/.test(unavailableReason)),
    ).toEqual([]);
    expect(names(ofLive, false)).toContain('image-generate');
    const shown = (tools: readonly Tool[]) =>
      tools.map(({ available: _a, unavailableReason: _r, typicalSeconds: _t, models, ...rest }) => ({
        ...rest,
        models: models.map(({ available: _m, typicalSeconds: _s, ...model }) => model),
      }));
    expect(shown(ofLive)).toEqual(shown(ofTest));
    expect((await execute(rehearsing, await quoted(rehearsing, tool.name, tool.example))).outcome).toBe('202');
  },
);

// spec 2.2: "true when the external service the tool needs is configured and the tool can be offered"
test('a live project executes tools of our own engines, and pays for them', async () => {
  const request = await quoted(live, 'image-analyze', { source: { fileId: 'file_sample_photo' } });
  const reply = await execute(live, request);
  expect([reply.outcome, reply.data.maximumChargeMicros]).toEqual(['202', request.maximumChargeMicros]);
});
