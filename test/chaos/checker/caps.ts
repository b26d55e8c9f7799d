/** Rows that monthly caps stand on, beside accounts and usage. */

export interface Organization {
  readonly id: string;
  readonly monthly_cap_micros: number | null;
}

/** What the system counts for a lineage that has a cap, or had one. */
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
