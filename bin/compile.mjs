// Compiles what the service loads, and keeps it for every start: for an installation that the service may
// not write to. To be run by the user that it runs as (Node keeps apart what it compiled for each).

import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { COMPILED, keepCompiled } from './compiled.mjs';
import { chooseNode, runNode } from './pinned-node.mjs';

const node = chooseNode();
if (node !== process.execPath) runNode(node, [fileURLToPath(import.meta.url)]);
else {
  keepCompiled();
  const folder = module.getCompileCacheDir();
  if (folder === undefined) {
    console.error(
      process.env.NODE_DISABLE_COMPILE_CACHE
        ? 'Nothing is kept compiled: NODE_DISABLE_COMPILE_CACHE is set.'
        : `${COMPILED} cannot be used: it must be writable by this user, and by no one else but root.`,
    );
    process.exit(1);
  }
  await import('../src/cli/main.ts');
  await import('../src/cli/serve.ts');
  // As a start does at this point: byte code is refused by an engine that has other options.
  const { disablePretenuring } = await import('../src/serve/disable-pretenuring.ts');
  disablePretenuring();
  await import('../src/serve/service.ts');
  await import('../src/store/postgres.ts');
  console.log(`What is compiled is kept in ${folder}.`);
}
