/** Templates: pipelines that a project keeps under a name, in versions that never change. They are run as `@name`. */
import type { Template, TemplateRequest, TemplateSummary } from './types.ts';

export interface Templates {
  /** The next version, or the one that has the same content. */
  readonly save: (template: TemplateRequest) => Promise<Template>;
  readonly list: () => Promise<readonly TemplateSummary[]>;
  /** The active version where none is named, or else the latest. */
  readonly get: (name: string, version?: number) => Promise<Template>;
  /** From now on `@name` means this version, also an earlier one. */
  readonly activate: (name: string, version: number) => Promise<Template>;
  /** Takes all its versions from the catalog; saving or activating one brings it back. */
  readonly archive: (name: string) => Promise<Template>;
}

interface Calls {
  readonly read: <D>(path: string) => Promise<D>;
  readonly post: <D>(path: string, body: object) => Promise<D>;
}

const PATH = '/tools/templates';

export function createTemplates({ read, post }: Calls): Templates {
  const of = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;
  return {
    save: (template) => post(PATH, template),
    list: async () => (await read<{ templates: readonly TemplateSummary[] }>(PATH)).templates,
    get: (name, version) => read(version === undefined ? of(name) : `${of(name)}/${version}`),
    activate: (name, version) => post(`${of(name)}/activate`, { version }),
    archive: (name) => post(`${of(name)}/archive`, {}),
  };
}
