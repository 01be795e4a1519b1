// The script that applications include: the module beside it, as one that sets a global.

import { textOf } from '../assets.ts';
import { tagged } from '../tagged.ts';

export function createOpener(baseUrl: string) {
  const module = textOf('embed', 'open-link.js');
  return tagged(`(() => {
${module.replaceAll(/^export /gm, '')}
globalThis.Manifold = createLinkOpener(${JSON.stringify(baseUrl)});
})();
`);
}
