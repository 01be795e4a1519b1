// What the examples import as '@manifold-commerce/client': its source, which needs a Node that runs TypeScript.
if (!process.features.typescript)
  throw new Error(
    'Run it as "node bin/node.mjs examples/…", or install the client from /docs/client.tgz.',
  );

export * from '../client/src/index.ts';
