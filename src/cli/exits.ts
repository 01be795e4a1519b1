// How a command ends: the exit codes, in one table that the help and the documentation show.

export const EXITS = {
  done: [0, 'done', 'Done.'],
  failed: [1, 'failed', 'It could not be done; the error output says why.'],
  usage: [2, 'called wrongly', 'It was called wrongly, or the service refused what was asked.'],
  refused: [
    3,
    'not authorised',
    'The service does not accept the client, its secret or its scopes.',
  ],
  missing: [
    4,
    'not there',
    'The service has no such user, execution or channel, or the user has not linked it.',
  ],
  channel: [5, 'the channel failed', 'The channel failed, or refused the user’s key.'],
  later: [
    6,
    'not now',
    'A limit was met, or something was too slow: the same command may work later.',
  ],
  silent: [7, 'nothing answers', 'Nothing answers at the address of the service.'],
} as const satisfies Record<string, readonly [code: number, word: string, about: string]>;

export const exitCode = (how: keyof typeof EXITS): number => EXITS[how][0];

export function exitOf(status: number): number {
  if ([400, 405, 406, 413, 414, 415, 422].includes(status)) return exitCode('usage');
  if (status === 401 || status === 403) return exitCode('refused');
  if ([404, 409, 410].includes(status)) return exitCode('missing');
  if (status === 424 || status === 502) return exitCode('channel');
  if ([408, 429, 503, 504].includes(status)) return exitCode('later');
  return exitCode('failed');
}
