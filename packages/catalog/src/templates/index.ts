/**
 * Templates of projects: their versions, and the version that a name refers to. Knows no HTTP; only `store` accesses
 * the database.
 */
export { askedTemplate } from './asked.ts';
export { createTemplateStore, type OfferedTemplate, type TemplateStore } from './store/templates.ts';
