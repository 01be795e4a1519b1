// What the examples import as 'manifold-client': the source where this Node runs TypeScript, else the build.
const path = process.features.typescript ? '../client/src/index.ts' : '../client/dist/index.js';

export const { Manifold, ManifoldError, mergeLeftOut, postgresTarget, sqliteTarget, verifyEvent } =
  await import(path).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('Build the client once with "npm run client:build", or use Node 24.');
  });
