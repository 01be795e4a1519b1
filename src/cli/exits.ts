// How a command ends: the exit codes, in one table that the help and the documentation show.

export const EXITS = {
  done: [0, 'Done.'],
  failed: [1, 'It could not be done; the error output says why.'],
  usage: [2, 'It was called wrongly, or the service refused what was asked.'],
  refused: [3, 'Not authorised: the client, its secret or its scopes are not right.'],
  missing: [4, 'Not there: the user, the execution, or a channel that the user has not linked.'],
  channel: [5, 'The channel failed, or refused the user’s key.'],
  later: [
    6,
    'Not now: a limit was met, or something was too slow. The same command may work later.',
  ],
  silent: [7, 'Nothing answers at the address of the service.'],
  interrupted: [130, 'Interrupted with Ctrl-C. An export says how to go on.'],
} as const satisfies Record<string, readonly [code: number, about: string]>;

export const exitCode = (how: keyof typeof EXITS): number => EXITS[how][0];

/** The exit code for a status that the service answered with. */
export function exitOf(status: number): number {
  if ([400, 405, 406, 413, 414, 415, 422].includes(status)) return exitCode('usage');
  if (status === 401 || status === 403) return exitCode('refused');
  if ([404, 409, 410].includes(status)) return exitCode('missing');
  if (status === 424 || status === 502) return exitCode('channel');
  if ([408, 429, 503, 504].includes(status)) return exitCode('later');
  return exitCode('failed');
}
