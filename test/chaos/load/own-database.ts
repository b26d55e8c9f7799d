/**
 * The suite's own client for a system's database. It connects before it is used, because on a starved machine the first
 * connection takes longer than a transaction waits for one. /
 */
import { type Database, openDatabase } from '@farebox/db';

const ATTEMPTS_MAX = 20;
const ATTEMPT_MS = 5000;

export async function openOwnDatabase(options: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const database = openDatabase(options);
  for (let attempt = 1; ; attempt++) {
    try {
      await database.ready(ATTEMPT_MS);
      return database;
    } catch (error) {
      if (attempt < ATTEMPTS_MAX) continue;
      await database.close();
      throw error;
    }
  }
}
