// Every check, in the order of the table.
import type { Check } from './check.ts';
import { pageTokens } from './page-tokens.ts';
import { secrets } from './secrets.ts';
import { shutdown } from './shutdown.ts';
import { wrongServers } from './wrong-servers.ts';

export const checks: readonly Check[] = [pageTokens, secrets, wrongServers, shutdown];
