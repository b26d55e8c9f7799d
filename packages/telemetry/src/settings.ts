/** The settings of log and metrics, the same for every app. */
import { choice, port, text } from '@tollgate/kernel';
import { LOG_LEVELS } from './logger.ts';

export const telemetryFields = {
  logLevel: choice('TOLLGATE_LOG_LEVEL', {
    description: 'Least level that is logged.',
    default: 'info',
    of: LOG_LEVELS,
  }),
  metricsHost: text('TOLLGATE_METRICS_HOST', { description: 'Address of the metrics.', default: '127.0.0.1' }),
  metricsPort: port('TOLLGATE_METRICS_PORT', {
    description: 'Port of the metrics; 0: any free one.',
    default: '9464',
  }),
};
