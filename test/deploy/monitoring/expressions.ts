/** Every expression that the dashboard and the alerts send to Prometheus. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { FOLDER } from './prometheus.ts';

export interface Expression {
  /** The panel or alert that has the expression. */
  readonly owner: string;
  readonly text: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
}

const DASHBOARD = resolve(import.meta.dirname, '../../../deploy/grafana/dashboards/farebox.json');

export const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { uid: string; panels: readonly Panel[] };

/** Grafana replaces the rate interval by at least four scrape intervals. */
export function panelExpressions(scrapeInterval: string): Expression[] {
  return dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }, index) => ({
      owner: targets.length > 1 ? `${title} (${index + 1})` : title,
      text: expr.replaceAll('$__rate_interval', `${4 * Number.parseInt(scrapeInterval, 10)}s`),
    })),
  );
}

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly rules: readonly AlertRule[] }[];
}

export const alertRules = (parse(readFileSync(join(FOLDER, 'alerts.yml'), 'utf8')) as RuleFile).groups.flatMap(
  ({ rules }) => rules,
);

/** The left side of each alert's comparison. A quiet alert returns no sample, and neither does one for a metric that does not exist. */
export function alertVectors(): Expression[] {
  return alertRules.map(({ alert, expr }) => {
    const [, vector] = /^(.*) [<>] [\d.]+$/s.exec(expr) ?? [];
    if (vector === undefined) throw new Error(`${alert} is not "vector comparison number": ${expr}`);
    return { owner: alert, text: vector };
  });
}

/** The metrics that expressions select, with the labels of their selectors. An `or` may hide a sum over nothing. */
export function selectors(expressions: readonly Expression[]): { metric: string; labels: readonly string[] }[] {
  return expressions.flatMap(({ text }) =>
    [...text.matchAll(/\b(farebox_\w+|up)\b(?:\{((?:[^"}]|"[^"]*")*)\})?/g)].map(([, metric = '', matchers = '']) => ({
      metric,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
    })),
  );
}
