// Whether there is a Chromium that tests can start, and how to get one.
import { existsSync } from 'node:fs';

/** Where distributions put theirs. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A development dependency brings one for this platform. */
export const isPacked = process.platform === 'linux' && process.arch === 'x64';

export const installedPath = (): string | undefined =>
  process.env.CHROME_PATH ?? (isPacked ? undefined : INSTALLED.find(existsSync));

export const hasBrowser = (): boolean => isPacked || installedPath() !== undefined;

export const HOW_TO_GET_ONE =
  'They need Chromium: install it (Debian: apt-get install chromium), or say where it is with CHROME_PATH.';
