/** The operator API as data: its routes, and the OpenAPI document derived from them. */
export { operatorApiDocument } from './document.ts';
export { type Missing, missingOf, notFound, toolVersionNotFound } from './missing.ts';
export type { OperatorRoute } from './route.ts';
export { type ActName, OPERATOR_ROUTES, type OperatorRouteName } from './routes/index.ts';
export { BALANCE_MAX_MICROS } from './schemas/money.ts';
export type { SeenKeysRule } from './schemas/people.ts';
export { REPORT_ROWS_MAX } from './schemas/report.ts';
export { CSV_LINES_MAX } from './schemas/statement.ts';
export { PAGE_DEFAULT } from './schemas/page.ts';
export { TOOL_VERSIONS_SHOWN } from './schemas/tools.ts';
export { TOP_UP_MAX_MICROS } from './schemas/top-up.ts';
