/** The settings of log and metrics, the same for every app. */
import { choice, port, text } from '@farebox/kernel';
import { LOG_LEVELS } from './logger.ts';

export const telemetryFields = {
  logLevel: choice('FAREBOX_LOG_LEVEL', {
    description: 'Lowest level that is logged.',
    default: 'info',
    of: LOG_LEVELS,
  }),
  metricsHost: text('FAREBOX_METRICS_HOST', {
    description: 'Address that the metrics port listens on.',
    default: '127.0.0.1',
  }),
  metricsPort: port('FAREBOX_METRICS_PORT', {
    description: 'Port of the metrics; 0 means any free port.',
    default: '9464',
  }),
};
