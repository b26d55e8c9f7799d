/** What one check found. A failure always says how to mend it: without that, a doctor is an alarm. */

export type Finding =
  | { readonly what: string; readonly state: 'ok' | 'skipped'; readonly detail: string }
  | { readonly what: string; readonly state: 'warning' | 'failed'; readonly detail: string; readonly mend: string };

export const ok = (what: string, detail: string): Finding => ({ what, state: 'ok', detail });
export const skipped = (what: string, detail: string): Finding => ({ what, state: 'skipped', detail });
export const failed = (what: string, detail: string, mend: string): Finding => ({
  what,
  state: 'failed',
  detail,
  mend,
});
export const warning = (what: string, detail: string, mend: string): Finding => ({
  what,
  state: 'warning',
  detail,
  mend,
});

/** Looks at one thing and answers what it found; a check that throws has failed by that. */
export interface Check {
  readonly what: string;
  /** For whatever it throws. */
  readonly mend: string;
  readonly look: () => Promise<readonly Finding[]>;
}
