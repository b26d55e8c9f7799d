/** JSON as it is parsed. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonMembers;
export interface JsonMembers {
  readonly [name: string]: JsonValue;
}
