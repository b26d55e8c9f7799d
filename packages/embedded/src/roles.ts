/**
 * The roles of a cluster, as in deploy/postgres/roles.sql: an owner for migrations, and the application's role, which
 * has only the privileges of prisma/grants.sql. The superuser of initdb is locked out: only the single-user server uses
 * it, unless the cluster is temporary.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo, type Owner } from './owner.ts';

export const DATABASE = 'farebox';
export const SUPERUSER = 'postgres';
const ROLES = ['farebox_app', 'farebox_owner', SUPERUSER] as const;
export type Role = (typeof ROLES)[number];

/** File of each role's password, beside the cluster. */
const PASSWORD_FILES: Readonly<Record<Role, string>> = {
  farebox_app: 'password',
  farebox_owner: 'password-owner',
  [SUPERUSER]: 'password-superuser',
};

export type Passwords = Readonly<Record<Role, string>>;

const passwordFile = (directory: string, role: Role): string => join(directory, PASSWORD_FILES[role]);

/** Written before the cluster exists, so that an existing cluster always has its passwords beside it. */
export function makePasswords(directory: string, owner: Owner): void {
  for (const role of ROLES) {
    const path = passwordFile(directory, role);
    writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
    giveTo(owner, path);
  }
}

export function readPasswords(directory: string): Passwords {
  const read = (role: Role): string => readFileSync(passwordFile(directory, role), 'utf8').trim();
  return { farebox_app: read('farebox_app'), farebox_owner: read('farebox_owner'), [SUPERUSER]: read(SUPERUSER) };
}

export const superuserPasswordFile = (directory: string): string => passwordFile(directory, SUPERUSER);

/** For the single-user server, which takes one statement per line. Passwords are base64url, so they need no quoting. */
export const roleStatements = (passwords: Passwords): string =>
  [
    `CREATE ROLE farebox_owner LOGIN CREATEDB PASSWORD '${passwords.farebox_owner}'`,
    `CREATE ROLE farebox_app LOGIN PASSWORD '${passwords.farebox_app}'`,
    'GRANT farebox_app TO farebox_owner',
    `CREATE DATABASE ${DATABASE} OWNER farebox_owner`,
    `REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`,
    `GRANT CONNECT, TEMPORARY ON DATABASE ${DATABASE} TO farebox_app`,
    '',
  ].join('\n');

const FROM_HERE = '127.0.0.1/32 scram-sha-256';

/** Access rules for pg_hba.conf: only these roles, with a password, from this machine. */
export const accessRules = (superuserToo: boolean): string =>
  [
    `host ${DATABASE} farebox_app,farebox_owner ${FROM_HERE}`,
    ...(superuserToo ? [`host all,replication all ${FROM_HERE}`] : []),
    '',
  ].join('\n');
