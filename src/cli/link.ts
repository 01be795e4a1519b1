// The command "manifold link": a magic link for a user, to copy, to open, or to scan from the terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renderUnicodeCompact } from 'uqr';
import { command, part } from './command.ts';
import { type Io, UsageError } from './declare.ts';
import { SERVICE, withService } from './reach.ts';
import { paint } from './text.ts';

const make = part({
  about: 'make a magic link, where a user links their channels',
  details:
    'Give the link to the user: it works once, for an hour unless the service is set otherwise. A user who does not exist yet is created. On a terminal it is shown as a QR code too.',
  given: { 'user <tpUserId>': 'The user, as your application calls them.' },
  options: {
    'channels <channel,channel>': 'Which channels are offered; all unless given.',
    'name <name>': 'What you call this user, shown on every page.',
    'redirect-url <https address>': 'Where the user goes afterwards.',
    open: 'Open it in the browser of this machine.',
    qr: 'Show the QR code also where the output is no terminal.',
    'no-qr': 'Show no QR code.',
    ...SERVICE,
  },
  examples: {
    'link new-user': 'A link to every channel, and its QR code',
    'link new-user --open': 'In the browser immediately',
    'link new-user --channels <channel> --name "Anna’s shop" --no-qr':
      'One channel, with a name for the page',
  },
  json: '{ tpUserId, uri, expires_at }',
  async run({ given: { user }, options, io, json, answer }) {
    const { qr, noQr, redirectUrl } = options;
    if (qr && noQr) throw new UsageError('--qr and --no-qr exclude each other: give one.');
    await withService({ options, io, json }, async ({ manifold }) => {
      const { uri, expiresAt } = await manifold.magicLink({
        ...{ user, userName: options.name, redirectUrl },
        channels: options.channels,
      });
      // The address alone where it is piped.
      const code = qr || (io.columns !== undefined && !noQr) ? qrLines(uri, io.columns) : [];
      const lines = code.length > 0 ? [...code, '', uri] : [uri];
      answer({ tpUserId: user, uri, expires_at: expiresAt.toISOString() }, lines);
      if (!json && io.columns !== undefined)
        io.err(paint('dim', `For ${user}, once, until ${expiresAt.toLocaleString('en-GB')}.`));
      if (options.open) await openBrowser(uri, io, json);
    });
  },
});

/** A QR code, dark on light whatever colours the terminal has; none where it is too narrow. */
function qrLines(text: string, columns = 200): string[] {
  // Scanners want a margin; two dots are enough on a terminal.
  const lines = renderUnicodeCompact(text, { ecc: 'L', border: 2 }).split('\n');
  if ((lines[0] ?? '').length > columns) return [];
  return lines.map((line) => paint(['whiteBright', 'bgBlack'], line));
}

/** BROWSER is what people set where the usual way is not theirs. */
async function openBrowser(uri: string, io: Io, json: boolean): Promise<void> {
  const [program, ...before] = process.env.BROWSER
    ? [process.env.BROWSER]
    : (OPENERS[process.platform] ?? ['xdg-open']);
  const child = spawn(program ?? '', [...before, uri], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
  } catch {
    if (!json) io.err(`No browser could be started (${program}): open the address yourself.`);
  }
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

export const link = command('link', { '': make });
