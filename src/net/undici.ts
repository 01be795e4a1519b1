// What is used of undici: its agent and its connector. Its front door loads fetch, WebSocket,
// caches and mocks with them, which is 70 files, some 50 ms of every start and 10 MB.
import { createRequire } from 'node:module';
import type undici from 'undici';

const require = createRequire(import.meta.url);

export const Agent: typeof undici.Agent = require('undici/lib/dispatcher/agent.js');
export const buildConnector: typeof undici.buildConnector = require('undici/lib/core/connect.js');
