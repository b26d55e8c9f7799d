/** A template belongs to its project, is bounded, and is executed as it was quoted. */
import type { Mutant } from '../mutant.ts';

export const templateMutants: readonly Mutant[] = [
  {
    name: "another project's template is a tool",
    threat: 'I10',
    file: 'packages/catalog/src/templates/store/templates.ts',
    defence: 'WHERE t.project_id = ${projectId} AND t.name = ${name} AND t.archived_at IS NULL`',
    without: 'WHERE t.name = ${name} AND t.archived_at IS NULL LIMIT 1`',
    tests: ['packages/catalog/src/templates/store/templates.test.ts'],
    titles: ['nothing of one project is read, activated or archived by another'],
  },
  {
    name: 'the quote of a template does not say which version it was of',
    threat: 'I12',
    file: 'apps/gateway/src/accept/quoting.ts',
    defence: '`${priceVersion}.${templateVersion}`',
    without: 'priceVersion',
    tests: ['apps/gateway/src/handlers/templates.test.ts'],
    titles: ['a quote of one version is refused after another version was activated, as after a change of prices'],
  },
  {
    name: 'the bounds of a parameter are not tried when it is saved',
    threat: 'I12',
    file: 'packages/catalog/src/templates/definition.ts',
    defence: 'return [minimum, maximum];',
    without: 'return [minimum];',
    tests: ['packages/catalog/src/templates/template.test.ts'],
    titles: ['a bound that a step does not take'],
  },
  {
    name: 'an argument may be outside of the bounds of its parameter',
    threat: 'I12',
    file: 'packages/catalog/src/templates/values.ts',
    defence: 'maximum !== undefined && value > maximum ? `must be <= ${maximum}` : null',
    without: 'null',
    tests: ['packages/catalog/src/templates/template.test.ts'],
    titles: ['a saved template accepts exactly what its schema allows, and every accepted input is a valid pipeline'],
  },
  {
    name: 'a version of a template is written over',
    threat: 'I12',
    file: 'prisma/functions/templates/template_version_is_final.sql',
    defence: 'CREATE OR REPLACE TRIGGER template_version_is_final BEFORE UPDATE OR DELETE',
    without: 'CREATE OR REPLACE TRIGGER template_version_is_final BEFORE DELETE',
    tests: ['packages/catalog/src/templates/store/templates.test.ts'],
    titles: ['a version never changes: %s'],
  },
];
