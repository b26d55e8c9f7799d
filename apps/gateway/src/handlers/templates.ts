/** Templates of the project. A template of another project is not found. */
import { templateProblems } from '@farebox/catalog';
import { AppError, invalidRequest, type Template, TEMPLATE_LIMITS } from '@farebox/contract';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler, HandlerResult } from '../endpoint/handler.ts';
import { LISTED_AT } from '../endpoint/forms.ts';
import { checkedBody } from '../endpoint/validation.ts';

type Needs = Pick<Dependencies, 'offers' | 'templates'>;

export const saveTemplate =
  ({ offers, templates }: Needs): Handler<'saveTemplate'> =>
  async ({ identity: { project, key }, body }) => {
    const { name, activate = true, ...content } = checkedBody('saveTemplate', body);
    const problems = templateProblems(await offers.catalogOf(project), content);
    if (problems !== null) throw invalidRequest(problems);
    const saved = await templates.save({ projectId: project.id, keyId: key.id, name, content, activate });
    if (saved === null)
      throw new AppError('template_limit_reached', {
        details: { namesMax: TEMPLATE_LIMITS.namesMax, versionsMax: TEMPLATE_LIMITS.versionsMax },
      });
    return { status: 200, data: saved };
  };

export const listTemplates =
  ({ templates }: Needs): Handler<'listTemplates'> =>
  async ({ identity }) => ({ status: 200, data: { templates: await templates.list(identity.project.id) } });

export const getTemplate =
  ({ templates }: Needs): Handler<'getTemplate'> =>
  async ({ identity, params: { name } }) =>
    found(await templates.read(identity.project.id, { name, version: null }));

export const getTemplateVersion =
  ({ templates }: Needs): Handler<'getTemplateVersion'> =>
  async ({ identity, params: { name, version } }) =>
    found(VERSION.test(version) ? await templates.read(identity.project.id, { name, version: Number(version) }) : null);

export const activateTemplate =
  ({ templates }: Needs): Handler<'activateTemplate'> =>
  async ({ identity, params, body }) => {
    const { version } = checkedBody('activateTemplate', body);
    return found(await templates.activate(identity.project.id, params.name, version));
  };

export const archiveTemplate =
  ({ templates }: Needs): Handler<'archiveTemplate'> =>
  async ({ identity, params, body }) => {
    checkedBody('archiveTemplate', body);
    return found(await templates.archive(identity.project.id, params.name));
  };

const VERSION = /^[1-9][0-9]{0,2}$/;

function found(template: Template | null): HandlerResult {
  if (template === null) throw new AppError('template_not_found', { details: LISTED_AT.template_not_found });
  return { status: 200, data: template };
}
