/** Templates: named pipelines of a project, in versions that never change. Run them as `@name`. */
import type { Template, TemplateRequest, TemplateSummary } from './types.ts';

export interface Templates {
  /** Saves the next version. If a version has the same content, returns that version. */
  readonly save: (template: TemplateRequest) => Promise<Template>;
  readonly list: () => Promise<readonly TemplateSummary[]>;
  /** Reads a version. Default: the active version, or the latest if none is active. */
  readonly get: (name: string, version?: number) => Promise<Template>;
  /** From now on `@name` means this version, which may be an earlier one. */
  readonly activate: (name: string, version: number) => Promise<Template>;
  /** Removes all versions from the catalog. To offer the template again, save or activate a version. */
  readonly archive: (name: string) => Promise<Template>;
}

interface Requests {
  readonly read: <D>(path: string) => Promise<D>;
  readonly post: <D>(path: string, body: object) => Promise<D>;
}

const PATH = '/tools/templates';

export function createTemplates({ read, post }: Requests): Templates {
  const of = (name: string): string => `${PATH}/${encodeURIComponent(name)}`;
  return {
    save: (template) => post(PATH, template),
    list: async () => (await read<{ templates: readonly TemplateSummary[] }>(PATH)).templates,
    get: (name, version) => read(version === undefined ? of(name) : `${of(name)}/${version}`),
    activate: (name, version) => post(`${of(name)}/activate`, { version }),
    archive: (name) => post(`${of(name)}/archive`, {}),
  };
}
