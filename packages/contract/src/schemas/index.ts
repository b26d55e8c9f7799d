/** All wire schemas; each type with the same name is derived from its schema. */
export * from './batch.ts';
export * from './catalog.ts';
export * from './envelope.ts';
export * from './event-url.ts';
export * from './execution-requests.ts';
export * from './execution.ts';
export * from './file.ts';
export * from './mcp.ts';
export * from './project.ts';
export * from './run.ts';
export * from './upload-url.ts';
export * from './template.ts';
export * from './webhook-event.ts';
export { QUOTED_PRICE_VERSION, SHOWN_LINES, SHOWN_TEXT } from './primitives.ts';
export * from './resumable-upload.ts';
