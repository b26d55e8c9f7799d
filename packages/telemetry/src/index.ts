/** Output of an app for its operators: log lines without secrets, and metrics without ids. */
export { createLogger, type Logger } from './logger.ts';
export { createExecutionLog, type ExecutionEvent, type ExecutionLog } from './execution-log.ts';
export { createLineLog, type LineLog } from './line-log.ts';
export { METRICS } from './metric-table.ts';
export { countMoney, createMetrics, type Metrics, watchConnections, watchDependencies, watchDisks } from './metrics.ts';
export { type AppProcess, runApp } from './run-app.ts';
export { createServerWatch, type ServerWatch, watchOf, watchQueue } from './server-watch.ts';
export { serveMetrics } from './serve-metrics.ts';
export { telemetryFields } from './settings.ts';
export { VERSION } from './version.ts';
