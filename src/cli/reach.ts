// The running service that a command asks: where it is, as whom, and what its faults mean here.
import { Manifold, ManifoldError, type ManifoldOptions } from '../../client/src/index.ts';
import { DEMO } from '../serve/demo-client.ts';
import { askTerminal } from './ask.ts';
import { type Chosen, CommandError, type Io, UsageError } from './declare.ts';
import { exitCode, exitOf } from './exits.ts';
import { textIn } from './places.ts';

export const SERVICE = {
  'url <address>': 'Where the service is; MANIFOLD_URL unless given, else http://localhost:8080.',
  'client-id <client id>':
    'The client application; MANIFOLD_CLIENT_ID unless given. In the sandbox the demo client.',
  'secret-file <file>':
    'A file with the client secret; MANIFOLD_CLIENT_SECRET unless given, else it is asked for. Never write a secret on a command line: others on the machine can see it.',
} as const;

interface Asking {
  readonly options: Chosen<typeof SERVICE>;
  readonly io: Io;
  readonly json: boolean;
}

type Reached = Awaited<ReturnType<typeof reach>>;

/** Does the work with the service; its faults become sentences with a remedy and an exit code. */
export async function withService<T>(
  asking: Asking,
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  const reached = await reach(asking);
  try {
    return await work(reached);
  } catch (error) {
    throw error instanceof ManifoldError ? faultOf(error, reached) : error;
  }
}

async function reach({ options, io, json }: Asking) {
  const { env } = process;
  // As the service itself is set, where a command runs beside it.
  const here = env.MANIFOLD_BASE_URL || `http://localhost:${env.MANIFOLD_PORT || '8080'}`;
  const url = options.url ?? (env.MANIFOLD_URL || here);
  const origin = URL.parse(url);
  if (!origin || !/^https?:$/.test(origin.protocol))
    throw new UsageError(`"${url}" is not an address: it looks like https://api.example.com.`);
  const { demo, ...client } = await clientOf(options, origin, io);
  if (demo && !json) io.err(`Using the demo client of the sandbox at ${origin.origin}.`);
  let hasAnswered = false;
  const all: ManifoldOptions = {
    ...{ url, ...client, authUrl: env.MANIFOLD_AUTH_URL || undefined },
    onWait({ seconds, error }) {
      // One that was never there is not waited for.
      if (error.code === 'no_answer' && !hasAnswered) throw error;
      io.passing?.(`Waiting ${Math.ceil(seconds)} s, then trying again (${error.code}).`);
    },
  };
  return {
    options: all,
    manifold: new Manifold(all),
    /** Whether this is the client that every sandbox has. */
    demo,
    /** Whose shop: the user that was named, or the one of that client. */
    userOr(named: string | undefined): string {
      const user = named ?? (demo ? DEMO.user : undefined);
      if (user === undefined) throw new UsageError('Say whose shop: --user <tpUserId>.');
      return user;
    },
    /** From now on a service that does not answer is waited for. */
    answered: () => {
      hasAnswered = true;
    },
  };
}

async function clientOf(options: Asking['options'], { hostname }: URL, io: Io) {
  const { env } = process;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const clientId = options.clientId ?? env.MANIFOLD_CLIENT_ID;
  const hasSecret = options.secretFile !== undefined || Boolean(env.MANIFOLD_CLIENT_SECRET);
  const isDemo = clientId
    ? clientId === DEMO.client && !hasSecret
    : env.MANIFOLD_MODE !== 'production';
  if (isLocal && isDemo) return { clientId: DEMO.client, clientSecret: DEMO.secret, demo: true };
  if (!clientId)
    throw new UsageError(
      'Say which client application you are: set MANIFOLD_CLIENT_ID and MANIFOLD_CLIENT_SECRET, or give --client-id and --secret-file.',
    );
  const clientSecret = await secretOf(clientId, options.secretFile, io);
  return { clientId, clientSecret, demo: false };
}

async function secretOf(id: string, file: string | undefined, io: Io): Promise<string> {
  if (file !== undefined) {
    const secret = textIn(file);
    if (secret === '') throw new CommandError(`There is no secret in ${file}.`);
    return secret;
  }
  const given = process.env.MANIFOLD_CLIENT_SECRET?.trim();
  if (given) return given;
  const ask = io.ask ?? (process.stdin.isTTY ? askTerminal : undefined);
  const typed = (await ask?.(`Secret of the client "${id}": `, true))?.trim();
  if (typed) return typed;
  throw new UsageError(
    `The secret of the client "${id}" is missing: set MANIFOLD_CLIENT_SECRET, or give --secret-file.`,
  );
}

/** The fault of a service as one sentence with its remedy. */
function faultOf(error: ManifoldError, { options, demo }: Reached): CommandError {
  const { code, status, retryable, retryAfter, field, step, help, traceId, executionId } = error;
  return new CommandError(sentenceOf(error, options, demo), {
    code,
    exit: code === 'no_answer' ? exitCode('silent') : exitOf(status ?? UNSENT[code] ?? 0),
    facts: {
      ...{ retryable, retry_after: retryAfter, field, step, help },
      ...{ trace_id: traceId, execution_id: executionId },
    },
  });
}

function sentenceOf(error: ManifoldError, options: ManifoldOptions, demo: boolean): string {
  const { code, message, retryAfter, help } = error;
  if (code === 'no_answer' && isRefused(error))
    return `Nothing answers at ${options.url}. Start it with "npm start", or name another address with --url or MANIFOLD_URL.`;
  if (code === 'invalid_client')
    return demo
      ? `The service at ${options.url} does not know the demo client of the sandbox: set MANIFOLD_CLIENT_ID and MANIFOLD_CLIENT_SECRET to those of your client application.`
      : `The service at ${options.url} does not accept the client "${options.clientId}" with this secret. Check MANIFOLD_CLIENT_ID and MANIFOLD_CLIENT_SECRET (or --secret-file).`;
  const remedy = REMEDIES[code] ?? (help ? `See ${help}` : '');
  const later = retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`;
  return `${message}${later}${remedy && ` ${remedy}`}`;
}

/** What helps here, where the service can only say what helps in general. */
const REMEDIES: Readonly<Record<string, string>> = {
  unknown_user: 'Here: manifold link <tpUserId>',
  channel_not_linked: 'Here: manifold link <tpUserId>',
  credential_refused: 'Have the user link it again: manifold link <tpUserId>',
  insufficient_scope: '"manifold clients list" shows which scopes a client has.',
  unsupported_channel: '"manifold channels" shows which there are.',
  unsupported_filter: '"manifold channels" shows what each can filter by.',
  invalid_request: '',
};
/** What the client itself refuses has no status: it counts as this one. */
const UNSENT: Readonly<Record<string, number>> = { invalid_request: 400, unsupported_channel: 400 };

/** No one listens there, rather than: something is slow or broken. */
function isRefused({ cause }: ManifoldError): boolean {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined;
  const codes = inner instanceof AggregateError ? inner.errors : [inner];
  return codes.some((each) => (each as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED');
}
