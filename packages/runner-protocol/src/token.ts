/** The name of a run. It is a segment of a path and the name of a file, so no separator, and no first dot, may be in it. */
const TOKEN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export const isRunToken = (text: string): boolean => TOKEN.test(text);

/** @param url of the manifest. Returns the URL of the run, which a cancel extends by `/cancel`. */
export const runUrl = (url: string, token: string): string => `${url.replace(/\/$/, '')}/runs/${token}`;
