/** The settings of log and metrics, the same for every app. */
import { choice, port, text } from '@farebox/kernel';
import { LOG_LEVELS } from './logger.ts';

export const telemetryFields = {
  logLevel: choice('FAREBOX_LOG_LEVEL', {
    description: 'Least level that is logged.',
    default: 'info',
    of: LOG_LEVELS,
  }),
  metricsHost: text('FAREBOX_METRICS_HOST', { description: 'Address of the metrics.', default: '127.0.0.1' }),
  metricsPort: port('FAREBOX_METRICS_PORT', {
    description: 'Port of the metrics; 0: any free one.',
    default: '9464',
  }),
};
