/** Templates of projects: their versions, and which one a name means. Knows no HTTP; only `store` speaks to the database. */
export { askedTemplate } from './asked.ts';
export { createTemplateStore, type OfferedTemplate, type TemplateStore } from './store/templates.ts';
