// Whether there is a Chromium that tests can start, and how to get one.
import { existsSync } from 'node:fs';

/** Without windows it needs half the processor time; the other one moves the focus between tabs and frames as people see it. */
export type Kind = 'shell' | 'whole';

/** Where distributions put theirs. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const INSTALLED = { shell: [SHELL, ...WHOLE], whole: [...WHOLE, SHELL] };

/** A development dependency brings one for this platform. */
export const isPacked = process.platform === 'linux' && process.arch === 'x64';

export const installedPath = (kind: Kind = 'shell'): string | undefined =>
  process.env.CHROME_PATH ?? (isPacked ? undefined : INSTALLED[kind].find(existsSync));

export const hasBrowser = (): boolean => isPacked || installedPath() !== undefined;

export const HOW_TO_GET_ONE =
  'They need Chromium: install it (Debian: apt-get install chromium), or say where it is with CHROME_PATH.';
