/** Breach: minio-inside-storage */
export { Client } from 'minio';
