/** Published prices: tables, terms of projects, and which are in force. No HTTP; only `store` accesses the database. */
export { createPriceBook, type OfferedTo, type OfferedVersion, type PriceBook } from './book.ts';
export { preview, type ToolPreview } from './preview.ts';
export type { PriceChange, PublishedPrices } from './published.ts';
export { createPriceReader, type PriceReader } from './store/changes.ts';
export { lastExecutions } from './store/last-executions.ts';
export { cancelTable, currentTable, findTable, listTables, publishTable } from './store/tables.ts';
export { cancelTerms, listTerms, pricesOnTerms, publishTerms } from './store/terms.ts';
