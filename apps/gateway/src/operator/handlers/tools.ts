/** Tools that teams add by a manifest. */
import { TOOL_VERSIONS_SHOWN, toolVersionNotFound } from '@farebox/contract';
import * as tools from '@farebox/tools';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { present } from '../path.ts';
import { manifestOf, toldOf, wireTool, wireToolPreview, wireVersion } from '../wire-tools.ts';

type Stored = Pick<OperatorDependencies, 'tools'>;

export const listTools =
  ({ tools: stored }: Stored): Read<'listTools'> =>
  async ({ query }) => {
    const read = async (limit: number) =>
      (await stored.listTools({ ...query, limit })).map((tool) => ({ ...tool, id: tool.name }));
    const { items, nextBefore } = await pageOf(query, read);
    return { tools: items.map(wireTool), nextBefore };
  };

export const getTool =
  ({ tools: stored }: Stored): Read<'getTool'> =>
  async ({ params: { toolName: name }, query }) => {
    const tool = present(await stored.findTool(name), 'tool');
    const number = query.version ?? tool.activeVersion ?? tool.latestVersion;
    const versions = await stored.listToolVersions({ name, limit: TOOL_VERSIONS_SHOWN });
    const found = await stored.findToolVersion(name, number);
    if (found === null) throw toolVersionNotFound(versions);
    const { version, digest, manifest } = found;
    return {
      ...wireTool(tool),
      version,
      digest,
      manifest: JSON.parse(manifest) as unknown,
      versions: versions.map(wireVersion),
    };
  };

export const publishTool: Act<'publishTool'> = async (transaction, { body, caller }) => {
  const change = await tools.publishTool(transaction, {
    tool: manifestOf(body.manifest),
    activate: body.activate ?? false,
    by: caller.subject,
  });
  const { version, digest } = change.version;
  const data = { ...wireTool(change.after), version, digest, isNew: change.isNew };
  return { data, entry: toldOf(change, { version, digest }) };
};

export const previewTool =
  ({ tools: stored }: Stored): Read<'previewTool'> =>
  async ({ body }) => {
    const tool = manifestOf(body.manifest);
    const { name } = tool.manifest;
    const found = await stored.findTool(name);
    const version = await stored.findDigest(name, tool.digest);
    const isOffered = found !== null && found.activeVersion !== null;
    const active = isOffered ? await stored.findToolVersion(name, found.activeVersion) : null;
    return wireToolPreview({ tool, stored: found, version, active });
  };

export const activateTool: Act<'activateTool'> = async (transaction, { params, body }) => {
  const change = await tools.activateTool(transaction, params.toolName, body.version ?? null);
  return { data: wireTool(change.after), entry: toldOf(change) };
};

export const retireTool: Act<'retireTool'> = async (transaction, { params }) => {
  const change = await tools.retireTool(transaction, params.toolName);
  return { data: wireTool(change.after), entry: toldOf(change) };
};
