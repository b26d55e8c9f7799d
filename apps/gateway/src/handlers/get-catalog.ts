/** The tools of the catalog, together with the templates of the project. Projects with the same prices and services share a body. */
import type { TemplateStore } from '@farebox/catalog/templates';
import { executesNow } from '../accept/platform-switch.ts';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handler } from '../endpoint/handler.ts';
import { catalogBodies } from './catalog-bodies.ts';

interface Needs extends Pick<Dependencies, 'durations' | 'executionEnabled' | 'offers'> {
  readonly templates: Pick<TemplateStore, 'allOffered'>;
}

export function getCatalog({ offers, durations, executionEnabled, templates }: Needs): Handler<'getCatalog'> {
  const bodyFor = catalogBodies();
  return async ({ identity, query: { fields } }) => {
    const { project } = identity;
    const [catalog, own] = await Promise.all([offers.catalogOf(project), templates.allOffered(project.id)]);
    const shared = bodyFor({
      catalog,
      projectId: project.id,
      templates: own,
      measured: durations[project.environment](),
      executionEnabled: executesNow({ executionEnabled }, identity),
      fields,
    });
    return { status: 200, shared };
  };
}
