/** Templates: save, read, activate and archive. The routes of tools quote, execute and list them as `@name`. */
import { Type } from 'typebox';
import { ActivateRequest, ArchiveRequest, Template, TemplateList, TemplateRequest } from '../schemas/index.ts';
import type { Route } from './route.ts';

const PATH_TEXT_MAX = 200;
/** Any other text is `template_not_found`. */
const name = Type.String({ maxLength: PATH_TEXT_MAX, description: 'The name of a template, without `@`.' });
const version = Type.String({ maxLength: PATH_TEXT_MAX, description: 'The number of a version, from 1.' });

const WRITE_ERRORS = [
  'invalid_json',
  'request_too_large',
  'unsupported_media_type',
  'project_permission_required',
] as const;

const EXAMPLE = {
  name: 'product-photo',
  title: 'Product photo',
  parameters: {
    photo: { type: 'file' },
    width: { type: 'integer', minimum: 16, maximum: 2048, default: 800 },
  },
  steps: [
    { tool: 'image-resize', arguments: { source: { $parameter: 'photo' }, width: { $parameter: 'width' } } },
    { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'webp' } },
  ],
};

export const templateRoutes = {
  saveTemplate: {
    method: 'POST',
    path: '/tools/templates',
    scope: 'templates:write',
    summary: 'Save a template version',
    description:
      'Saves a pipeline with parameters as the next version of the template. The service first validates it with the example, the default, the bounds and the choices of each parameter; an error names the path of the value that a step would refuse. ' +
      'A version never changes. Saving the same content again returns the existing version and changes nothing.',
    body: { kind: 'json', schema: TemplateRequest, example: EXAMPLE },
    successes: { 200: { description: 'The version.', schema: Template } },
    errors: [...WRITE_ERRORS, 'template_limit_reached'],
  },
  listTemplates: {
    method: 'GET',
    path: '/tools/templates',
    scope: 'tools:read',
    summary: 'List templates',
    description: 'Returns all templates of the project, sorted by name.',
    successes: { 200: { description: 'The templates.', schema: TemplateList } },
    errors: [],
  },
  getTemplate: {
    method: 'GET',
    path: '/tools/templates/{name}',
    scope: 'tools:read',
    summary: 'Read the active version of a template',
    description: 'Returns the latest version if none is active.',
    params: { name },
    successes: { 200: { description: 'The template.', schema: Template } },
    errors: ['template_not_found'],
  },
  getTemplateVersion: {
    method: 'GET',
    path: '/tools/templates/{name}/{version}',
    scope: 'tools:read',
    summary: 'Read one version of a template',
    description: 'Returns the version as it was saved.',
    params: { name, version },
    successes: { 200: { description: 'The version.', schema: Template } },
    errors: ['template_not_found'],
  },
  activateTemplate: {
    method: 'POST',
    path: '/tools/templates/{name}/activate',
    scope: 'templates:write',
    summary: 'Activate a template version',
    description:
      'From now on `@name` means this version, which may be an earlier one. Executing a quote of another version is refused with `price_version_mismatch`. Activating a version also unarchives the template.',
    params: { name },
    body: { kind: 'json', schema: ActivateRequest, example: { version: 1 } },
    successes: { 200: { description: 'The active version.', schema: Template } },
    errors: [...WRITE_ERRORS, 'template_not_found'],
  },
  archiveTemplate: {
    method: 'POST',
    path: '/tools/templates/{name}/archive',
    scope: 'templates:write',
    summary: 'Archive a template',
    description:
      'Removes the template with all its versions from the catalog. Its executions continue and stay listed. To offer the template again, save or activate a version.',
    params: { name },
    body: { kind: 'json', schema: ArchiveRequest, optional: true, example: {} },
    successes: { 200: { description: 'The archived template.', schema: Template } },
    errors: [...WRITE_ERRORS, 'template_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;
