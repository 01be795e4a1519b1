// The script that applications include: the module beside it, as one that sets a global.
import { tagged } from '../../model/tag.ts';
import { textOf } from '../assets.ts';

export function createOpener(baseUrl: string) {
  const module = textOf('embed', 'open-link.js');
  return tagged(`(() => {
${module.replaceAll(/^export /gm, '')}
globalThis.Manifold = createLinkOpener(${JSON.stringify(baseUrl)});
})();
`);
}
