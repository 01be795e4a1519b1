// The script that applications include: the module beside it, as one that sets a global.
import { createHash } from 'node:crypto';
import { textOf } from '../assets.ts';

/** With a tag that changes with it. */
export function createOpener(baseUrl: string) {
  const module = textOf('embed', 'open-link.js');
  const script = `(() => {
${module.replaceAll(/^export /gm, '')}
globalThis.Manifold = createLinkOpener(${JSON.stringify(baseUrl)});
})();
`;
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 22);
  return { script, tag: `"${hash}"` };
}
