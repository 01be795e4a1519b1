#!/usr/bin/env node
// Starts the command line on the Node that comes with this package. Plain JavaScript, so that any Node can read it.
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { keepCompiled } from './compiled.mjs';
import { chooseNode, runNode } from './pinned-node.mjs';

const node = chooseNode();
if (node === process.execPath) {
  // A starter that was killed could pass no signal on: its end is the signal.
  if (process.env.MANIFOLD_STARTER === String(process.ppid)) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel?.unref();
  }
  delete process.env.MANIFOLD_STARTER;
  // The first process of a container is ended by no signal that it does not listen for.
  process.on('SIGTERM', () => {
    if (process.listenerCount('SIGTERM') === 1) process.exit(128 + constants.signals.SIGTERM);
  });
  keepCompiled();
  const { main } = await import('../src/cli/main.ts');
  process.exitCode = await main(process.argv.slice(2));
  // Within somebody's cluster (pm2 makes one) the way to its primary would keep the process for ever.
  process.channel?.unref();
} else
  runNode(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MANIFOLD_STARTER: String(process.pid) },
  });
