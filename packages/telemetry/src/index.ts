/** What an app tells its operators: log lines without secrets, and metrics without ids. */
export { createLogger, LOG_LEVELS, type Logger, type LoggerOptions, type LogLevel } from './logger.ts';
export { redactLine } from './redact.ts';
export { METRICS, type MetricDeclaration } from './metric-table.ts';
export { countMoney, createMetrics, type Metrics, watchConnections } from './metrics.ts';
export { type AppProcess, type AppShell, runApp } from './run-app.ts';
export { type MetricsServer, serveMetrics, type ServeMetricsOptions } from './serve-metrics.ts';
export { telemetryFields } from './settings.ts';
