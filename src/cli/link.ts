// The command "manifold link": a magic link for a user, to copy, to open, or to scan from the terminal.
import { spawn } from 'node:child_process';
import { command, part } from './command.ts';
import { type Io, UsageError } from './declare.ts';
import { paint } from './paint.ts';
import { qrLines } from './qr.ts';
import { SERVICE, withService } from './reach.ts';

const make = part({
  about: 'make a magic link, where a user links their channels',
  details: [
    'Give the link to the user: it works once, for an hour unless the service is set otherwise. An unknown user is made by it. On a terminal it is shown as a QR code too.',
  ],
  given: {
    user: { word: 'tpUserId', about: 'The user, as your application calls them.' },
  },
  options: {
    channels: {
      value: 'channel,channel',
      about: 'Which channels are offered; all unless given.',
    },
    name: { value: 'name', about: 'What you call this user, shown on every page.' },
    'redirect-url': { value: 'https address', about: 'Where the user goes afterwards.' },
    open: { about: 'Open it in the browser of this machine.' },
    qr: { about: 'Show the QR code also where the output is no terminal.' },
    'no-qr': { about: 'Show no QR code.' },
    ...SERVICE,
  },
  examples: [
    ['link new-user', 'A link to every channel, and its QR code'],
    ['link new-user --open', 'In the browser at once'],
    [
      'link new-user --channels <channel> --name "Anna’s shop" --no-qr',
      'One channel, with a name for the page',
    ],
  ],
  json: '{ tpUserId, uri, expires_at }',
  async run({ given: { user }, options, io, json, answer }) {
    if (options.qr && options['no-qr'])
      throw new UsageError('--qr and --no-qr exclude each other: give one.');
    return await withService({ options, io, json }, async ({ manifold }) => {
      const { uri, expiresAt } = await manifold.magicLink({
        ...{ user, userName: options.name, redirectUrl: options['redirect-url'] },
        channels: options.channels?.split(',').map((name) => name.trim()),
      });
      answer(
        { tpUserId: user, uri, expires_at: expiresAt.toISOString() },
        linesFor(uri, options, io),
      );
      if (!json && io.columns !== undefined)
        io.err(paint('dim', `For ${user}, once, until ${expiresAt.toLocaleString('en-GB')}.`));
      if (options.open) await openBrowser(uri, io, json);
      return 0;
    });
  },
});

interface Wish {
  readonly qr: boolean;
  readonly 'no-qr': boolean;
}

/** The address alone where it is piped. */
function linesFor(uri: string, { qr, 'no-qr': noQr }: Wish, { columns }: Io): string[] {
  const isShown = qr || (columns !== undefined && !noQr);
  const code = isShown ? qrLines(uri, columns) : [];
  return [...code, ...(code.length > 0 ? [''] : []), uri];
}

/** BROWSER is what people set where the usual way is not theirs. */
async function openBrowser(uri: string, io: Io, json: boolean): Promise<void> {
  const [program, ...before] = process.env.BROWSER
    ? [process.env.BROWSER]
    : (OPENERS[process.platform] ?? ['xdg-open']);
  const opened = await new Promise<boolean>((resolve) => {
    const child = spawn(program ?? '', [...before, uri], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
  if (!opened && !json)
    io.err(`No browser could be started (${program}): open the address yourself.`);
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

export const link = command('link', { '': make });
