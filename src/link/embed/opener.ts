// The script that applications include: the module beside it, as one that sets a global.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Opener {
  readonly script: string;
  /** Changes with the script. */
  readonly tag: string;
}

export function createOpener(baseUrl: string): Opener {
  const module = readFileSync(new URL('open-link.js', import.meta.url), 'utf8');
  const script = `(() => {
${module.replaceAll(/^export /gm, '')}
globalThis.Manifold = createLinkOpener(${JSON.stringify(baseUrl)});
})();
`;
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 22);
  return { script, tag: `"${hash}"` };
}
