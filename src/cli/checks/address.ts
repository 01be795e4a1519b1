// The public address, as the world sees it: its name, its certificate, and whether this service answers.
import { PATHS } from '../../http/paths.ts';
import { endsAfter } from '../../model/ends-after.ts';
import { type Answered, ask, certificateOf, resolves } from '../../net/look.ts';
import { type Check, type Finding, ok, type Scene, warning, whenEnds, wrong } from './check.ts';

const WITHIN = 5000;
/** Most certificates are renewed by themselves a month before they end. */
const SOON = 14 * 24 * 60 * 60 * 1000;

export const address: Check = {
  id: 'public-address',
  async run(scene, signal) {
    const { baseUrl, authUrl } = scene.config;
    const found = await Promise.all(
      [...new Set([baseUrl, authUrl])].map((origin) => look(origin, scene, signal)),
    );
    return found.flat();
  },
};

async function look(origin: string, scene: Scene, signal: AbortSignal): Promise<Finding[]> {
  const id = 'public-address';
  const url = new URL(PATHS.alive, origin);
  const within = () => AbortSignal.any([signal, endsAfter(WITHIN)]);
  try {
    await resolves(url.hostname.replace(/^\[|\]$/g, ''));
  } catch {
    return [
      wrong(
        id,
        `The name ${url.hostname} leads nowhere.`,
        'Add it to your DNS, or correct MANIFOLD_BASE_URL.',
      ),
    ];
  }
  const found: Finding[] = [];
  try {
    if (url.protocol === 'https:') {
      const { endsAt, problem } = await certificateOf(url, within());
      const ends = whenEnds(endsAt, Date.now());
      if (problem !== undefined)
        return [
          wrong(
            'certificate',
            `Nobody will trust the certificate of ${url.host}: ${problem}.`,
            'Give the proxy a valid certificate for this name, with its chain.',
          ),
        ];
      found.push(
        endsAt - Date.now() > SOON
          ? ok('certificate', `The certificate of ${url.host} ends ${ends}.`)
          : warning(
              'certificate',
              `The certificate of ${url.host} ends ${ends}.`,
              'Renew it; see why that did not happen by itself.',
            ),
      );
    }
    const answer = await ask(url, within());
    if (answer.clockAhead !== undefined) scene.clocks.set(url.host, answer.clockAhead);
    return [...found, judged(origin, answer, scene)];
  } catch (error) {
    return [...found, silent(origin, `does not answer (${codeOf(error)})`, scene)];
  }
}

function judged(origin: string, { status, text }: Answered, scene: Scene): Finding {
  if (status === 200 && isOurs(text)) return ok('public-address', `${origin} answers.`);
  if (status >= 500)
    return silent(origin, `answers ${status}, as a proxy without a service`, scene);
  return wrong(
    'public-address',
    `At ${origin} something else answers (${status}).`,
    'Have the proxy pass everything on to the service, or correct MANIFOLD_BASE_URL.',
  );
}

/** While no instance runs, nobody is expected to answer. */
function silent(origin: string, how: string, { inspection }: Scene): Finding {
  const isRunning = (inspection?.instances.length ?? 0) > 0;
  const say = isRunning ? wrong : warning;
  return say(
    'public-address',
    `${origin} ${how}.`,
    isRunning
      ? 'An instance runs: check the proxy, the firewall, MANIFOLD_HOST and MANIFOLD_PORT.'
      : 'Start the service; then check the proxy and the firewall.',
  );
}

function isOurs(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => {
  const { code, name, message } = error as { code?: string; name?: string; message?: string };
  return code ?? (name === 'TimeoutError' ? `${WITHIN / 1000} s` : (message ?? String(error)));
};
