/** Breach: prisma-inside-db */
export { defineConfig } from 'prisma/config';
