// The path of a call without what it is about: for logs and spans, where no id of a record belongs.

/** Words, and versions such as v3, 2024-07 or 2026-01-01. */
const WORD = /^[a-z][a-z._-]{0,39}$/i;
const VERSION = /^(v?\d{1,2}(\.\d{1,2})*|\d{4}-\d{2}(-\d{2})?)$/i;

export function templateOf(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || WORD.test(part) || VERSION.test(part) ? part : ':id'))
    .join('/');
}
