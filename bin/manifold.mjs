#!/usr/bin/env node
// Checks that this Node can run the service, then starts the command line. Plain JavaScript, so that any Node can read it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 16)) {
  console.error(
    `Manifold needs Node 24, which "npm ci" installs beside it; this is Node ${process.versions.node}.\nRun "npm ci" without --ignore-scripts or --omit=optional, then start it with npm ("npm start", "npm run manifold -- clients list"), or use Node 24 yourself.`,
  );
  process.exit(1);
}
const { main } = await import('../src/cli/main.ts');
process.exitCode = await main(process.argv.slice(2));
