/** Rows for monthly caps, beside accounts and usage. */

export interface Organization {
  readonly id: string;
  readonly monthly_cap_micros: number | null;
}

/** The system's counters for a key lineage that has, or had, a cap. */
export interface KeyCap {
  readonly project_id: string;
  readonly lineage_id: string;
  readonly monthly_cap_micros: number | null;
  readonly held_micros: number;
}

export interface KeyUsage {
  readonly project_id: string;
  readonly lineage_id: string;
  readonly month: string;
  readonly charged_micros: number;
}
