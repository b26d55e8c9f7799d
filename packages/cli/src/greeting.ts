/** The text that `farebox start` prints once everything runs. */
import { DEMO_TOP_UP_USD } from './demo.ts';
import { type SessionOptions, sessionText } from './session.ts';

export interface Greeting extends SessionOptions {
  readonly operatorUrl: string;
  /** URL of the metrics of each application. */
  readonly metrics: Readonly<Record<string, string>>;
  /** Null if an OpenID Connect issuer makes the sessions. */
  readonly sessionAudience: string | null;
  readonly dataDirectory: string;
}

export const greeting = ({
  baseUrl,
  operatorUrl,
  sessionAudience,
  key,
  photo,
  dataDirectory,
  metrics,
}: Greeting): string => `
Farebox is running. Ctrl-C stops it; the data stays.

  API    ${baseUrl}
  Key    ${key}   (ADMIN of a demo project that started with ${DEMO_TOP_UP_USD} USD)
  Admin  ${operatorUrl}   (operator API: people, keys, money, prices, reviews; ${sessionAudience === null ? 'sessions from your issuer' : '"npm run session" prints a session'})
  Data   ${dataDirectory}
${Object.entries(metrics).map(metricsLine).join('\n')}

A paid execution from upload to download: paste this into another terminal.

${sessionText({ baseUrl, key, photo })}`;

const metricsLine = ([name, url]: [string, string], index: number): string =>
  `  ${index === 0 ? 'Metrics' : '       '} ${url}   (${name})`;
