// The command "manifold clients": create, change, list, rotate the secret, delete.
import { type ClientChange, liveSecrets } from '../tokens/index.ts';
import { confirmed, YES } from './ask.ts';
import { audit } from './audit.ts';
import {
  DAY_SECONDS,
  daysOf,
  group,
  type Io,
  type Part,
  parse,
  requireClient,
  UsageError,
  using,
} from './command.ts';
import { showSigningSecret, signingSecret } from './signing-secret.ts';

const USAGE = `Usage:
  manifold clients create <id> [--name <name>] [--scopes orders,products,links]
                               [--redirect-origin <https://host>]... [--token-days <days>]
                               [<looks>]
  manifold clients set <id> [--name <name>] [--redirect-origin <https://host>]... [<looks>]
  manifold clients list
  manifold clients rotate-secret <id> [--keep-days <days>]
  manifold clients rotate-secret <id> --end-old [--revoke-tokens]
  manifold clients end-old-secret <id> [--revoke-tokens]
  manifold clients signing-secret <id> [--rotate [--keep-days <days>]] [--end-old]
  manifold clients delete <id> [--yes]

<looks> is what users see on the link pages; with "set", '' takes it away:
  --logo-url <https address>     --accent <colour, such as #1d4ed8>
  --privacy-url <https address>  --terms-url <https address>
  --support-url <https address or mailto:address>`;

const SHOWN = {
  name: { type: 'string' },
  'redirect-origin': { type: 'string', multiple: true },
  'logo-url': { type: 'string' },
  accent: { type: 'string' },
  'privacy-url': { type: 'string' },
  'terms-url': { type: 'string' },
  'support-url': { type: 'string' },
} as const;

type ShownValues = ReturnType<typeof parse<typeof SHOWN>>['values'];

const create: Part = async (args, io, open) => {
  const { positionals, values } = parse(
    args,
    {
      ...SHOWN,
      scopes: { type: 'string', multiple: true },
      'token-days': { type: 'string' },
    },
    'client id',
  );
  const [id = ''] = positionals;
  const wanted = {
    id,
    ...shownIn(values),
    scopes: values.scopes?.flatMap((list) => list.split(/[\s,]+/)).filter((scope) => scope !== ''),
    tokenSeconds: daysOf(values['token-days']),
  };
  return await using(open, async ({ tokens, store }) => {
    const { client, secret } = await tokens.clients.create(wanted);
    await audit(store, 'clients.create', { client: client.id });
    io.out(`Created the client "${client.id}" with the scopes ${client.scopes.join(', ')}.`);
    showSecret(io, client.id, secret);
    io.out('');
    await showSigningSecret(io, store, client.id);
    io.out('');
    io.out('Receivers of completion events check signatures with it; it can be shown again with:');
    io.out(`manifold clients signing-secret ${client.id}`);
    return 0;
  });
};

/** What users see of a client, as the service calls it. */
function shownIn(values: ShownValues): ClientChange {
  return {
    name: values.name,
    redirectOrigins: values['redirect-origin']?.filter((origin) => origin !== ''),
    logoUrl: values['logo-url'],
    accent: values.accent,
    privacyUrl: values['privacy-url'],
    termsUrl: values['terms-url'],
    supportUrl: values['support-url'],
  };
}

const set: Part = async (args, io, open) => {
  const { positionals, values } = parse(args, SHOWN, 'client id');
  const [id = ''] = positionals;
  if (Object.keys(values).length === 0) throw new UsageError('Say what to change.');
  return await using(open, async ({ tokens, store }) => {
    const { name, redirectOrigins, logoUrl, looks } = await tokens.clients.update(
      id,
      shownIn(values),
    );
    await audit(store, 'clients.set', { client: id });
    const rows = [
      ['name', name],
      ['redirects', redirectOrigins.join(', ') || 'any'],
      ['logo', logoUrl ?? 'none'],
      ['accent', looks.accent ?? 'none'],
      ['privacy', looks.privacyUrl ?? 'none'],
      ['terms', looks.termsUrl ?? 'none'],
      ['support', looks.supportUrl ?? 'none'],
    ];
    io.out(`Changed the client "${id}". Its link pages now have:`);
    for (const line of columns(rows)) io.out(`  ${line}`);
    return 0;
  });
};

const list: Part = async (args, io, open) => {
  parse(args, {});
  return await using(open, async ({ tokens }) => {
    const all = await tokens.clients.list();
    if (all.length === 0) io.out('There are no clients yet: manifold clients create <id>');
    const time = Date.now();
    const rows = all.map((client) => [
      client.id,
      client.name,
      client.scopes.join(','),
      `${liveSecrets(client, time).length}`,
      client.tokenSeconds === null ? 'default' : `${client.tokenSeconds / DAY_SECONDS} days`,
      client.redirectOrigins.join(',') || 'any',
      new Date(client.createdAt).toISOString(),
    ]);
    if (rows.length > 0) {
      const head = ['ID', 'NAME', 'SCOPES', 'SECRETS', 'TOKENS', 'REDIRECTS', 'CREATED'];
      for (const line of columns([head, ...rows])) io.out(line);
    }
    return 0;
  });
};

const rotateSecret: Part = async (args, io, open) => {
  const { positionals, values } = parse(
    args,
    {
      'end-old': { type: 'boolean', default: false },
      'revoke-tokens': { type: 'boolean', default: false },
      'keep-days': { type: 'string' },
    },
    'client id',
  );
  const [id = ''] = positionals;
  const endOld = values['end-old'];
  const revokeTokens = values['revoke-tokens'];
  const keepOldSeconds = daysOf(values['keep-days']);
  if (revokeTokens && !endOld) {
    throw new UsageError('--revoke-tokens ends the tokens of ended secrets: give --end-old too.');
  }
  if (keepOldSeconds !== undefined && endOld) {
    throw new UsageError('--end-old ends the old secret now: leave out --keep-days.');
  }
  return await using(open, async ({ tokens, store }) => {
    const options = { endOld, revokeTokens, keepOldSeconds };
    const { secret, revokedTokens } = await tokens.clients.rotateSecret(id, options);
    await audit(store, 'clients.rotate_secret', { client: id, endOld, revokeTokens });
    io.out(`The client "${id}" has a new secret.`);
    showSecret(io, id, secret);
    if (endOld) io.out('The old secrets have ended.');
    else if (keepOldSeconds !== undefined) {
      io.out(`The old secret works for ${values['keep-days']} more days.`);
    } else io.out(`The old secret still works; end it with: manifold clients end-old-secret ${id}`);
    if (revokeTokens) io.out(revoked(revokedTokens));
    return 0;
  });
};

const endOldSecret: Part = async (args, io, open) => {
  const options = { 'revoke-tokens': { type: 'boolean', default: false } } as const;
  const { positionals, values } = parse(args, options, 'client id');
  const [id = ''] = positionals;
  return await using(open, async ({ tokens, store }) => {
    const revokeTokens = values['revoke-tokens'];
    const count = await tokens.clients.endOldSecret(id, revokeTokens);
    await audit(store, 'clients.end_old_secret', { client: id, revokeTokens });
    io.out(`The older secret of the client "${id}" has ended; the newer one works.`);
    if (revokeTokens) io.out(revoked(count));
    return 0;
  });
};

/** What goes with a client, as it is shown before it goes. */
const HELD = {
  users: 'users',
  credentials: 'credentials that they linked',
  tokens: 'access tokens',
  executions: 'executions',
  results: 'background executions and their results',
  deliveries: 'deliveries of events',
  waiting: 'of these deliveries still to be sent',
} as const;

const remove: Part = async (args, io, open) => {
  const { positionals, values } = parse(args, YES, 'client id');
  const [id = ''] = positionals;
  return await using(open, async ({ store, tokens }) => {
    await requireClient(store, id);
    const held = await store.clients.holdings(id);
    io.out(`With the client "${id}" go:`);
    for (const line of columns(
      Object.entries(HELD).map(([name, what]) => [
        held[name as keyof typeof HELD].toLocaleString('en-US'),
        what,
      ]),
    ))
      io.out(`  ${line}`);
    if (!(await confirmed(io, values.yes, id))) return 1;
    await tokens.clients.delete(id);
    await audit(store, 'clients.delete', { client: id });
    io.out(`Deleted the client "${id}" with all that was kept of it and of its users.`);
    io.out('Backups made before still hold it. Take the keys of its users out of them with:');
    io.out('manifold backup prune');
    return 0;
  });
};

export const clients = group('clients', USAGE, {
  create,
  set,
  list,
  'rotate-secret': rotateSecret,
  'end-old-secret': endOldSecret,
  'signing-secret': signingSecret,
  delete: remove,
});

function showSecret(io: Io, id: string, secret: string): void {
  io.out('');
  io.out(`  client_id      ${id}`);
  io.out(`  client_secret  ${secret}`);
  io.out('');
  io.out('The secret is shown this once and stored only as a hash: keep it in a safe place.');
}

function revoked(count: number): string {
  return `Revoked ${count} access ${count === 1 ? 'token' : 'tokens'}; they stop working within 5 seconds.`;
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
