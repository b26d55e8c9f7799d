/** Templates: saved, read, activated, archived. They are quoted, executed and listed by the routes of tools, as `@name`. */
import { Type } from 'typebox';
import { ActivateRequest, ArchiveRequest, Template, TemplateList, TemplateRequest } from '../schemas/index.ts';
import type { Route } from './route.ts';

const PATH_TEXT_MAX = 200;
/** Any other text is `template_not_found`. */
const name = Type.String({ maxLength: PATH_TEXT_MAX, description: 'The name of a template, without `@`.' });
const version = Type.String({ maxLength: PATH_TEXT_MAX, description: 'The number of a version.' });

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
    summary: 'Save the next version of a template',
    description:
      'Keeps a pipeline with parameters under a name. It is tried first, with the example, default, bounds and choices of each parameter: what a step would refuse is named by its place. ' +
      'A version never changes; the same content again answers the version that has it, and changes nothing.',
    body: { kind: 'json', schema: TemplateRequest, example: EXAMPLE },
    successes: { 200: { description: 'The version.', schema: Template } },
    errors: [...WRITE_ERRORS, 'template_limit_reached'],
  },
  listTemplates: {
    method: 'GET',
    path: '/tools/templates',
    scope: 'tools:read',
    summary: 'Templates of the project',
    description: 'All of them, by name.',
    successes: { 200: { description: 'The templates.', schema: TemplateList } },
    errors: [],
  },
  getTemplate: {
    method: 'GET',
    path: '/tools/templates/{name}',
    scope: 'tools:read',
    summary: 'The active version of a template',
    description: 'The latest where none is active.',
    params: { name },
    successes: { 200: { description: 'The template.', schema: Template } },
    errors: ['template_not_found'],
  },
  getTemplateVersion: {
    method: 'GET',
    path: '/tools/templates/{name}/{version}',
    scope: 'tools:read',
    summary: 'One version of a template',
    description: 'As it was saved.',
    params: { name, version },
    successes: { 200: { description: 'The version.', schema: Template } },
    errors: ['template_not_found'],
  },
  activateTemplate: {
    method: 'POST',
    path: '/tools/templates/{name}/activate',
    scope: 'templates:write',
    summary: 'Choose the version of a template',
    description:
      'From now on `@name` means this version, also an earlier one. A quote of another version is refused with `price_version_mismatch`. Takes it out of the archive.',
    params: { name },
    body: { kind: 'json', schema: ActivateRequest, example: { version: 1 } },
    successes: { 200: { description: 'The version that is active.', schema: Template } },
    errors: [...WRITE_ERRORS, 'template_not_found'],
  },
  archiveTemplate: {
    method: 'POST',
    path: '/tools/templates/{name}/archive',
    scope: 'templates:write',
    summary: 'Offer a template no longer',
    description:
      'It is no tool of the catalog any more, in none of its versions. Executions of it go on and stay listed; saving or activating a version offers it again.',
    params: { name },
    body: { kind: 'json', schema: ArchiveRequest, optional: true, example: {} },
    successes: { 200: { description: 'The template in the archive.', schema: Template } },
    errors: [...WRITE_ERRORS, 'template_not_found'],
  },
} as const satisfies Readonly<Record<string, Route>>;
