// What an operator sees and does, with one audit: plain data in and out. The command line and the console are faces of it.
import type { AuditFilter } from '../store/index.ts';
import { type Actor, auditPage, houseOf } from './audit.ts';
import { clientActs } from './clients.ts';
import { consoleActs } from './console.ts';
import { deliveryActs, eventActs } from './events.ts';
import { executionActs } from './executions.ts';
import { healthActs } from './health.ts';
import { keyActs } from './keys.ts';
import { linkActs } from './links.ts';
import { createNow } from './now.ts';
import type { Opened } from './open.ts';
import { eachOf } from './page.ts';
import { userActs } from './users.ts';

export { type Actor, commandLine } from './audit.ts';
export type { ToolOptions } from './open.ts';

export function actsOn(opened: Opened, actor: Actor) {
  const house = houseOf(opened, actor);
  return {
    clients: clientActs(house),
    users: userActs(house),
    events: eventActs(house),
    deliveries: deliveryActs(house),
    keys: keyActs(house),
    links: linkActs(house),
    console: consoleActs(house),
    executions: executionActs(house),
    health: healthActs(house),
    now: createNow(house),
    audit: (filter: AuditFilter) => eachOf((after) => auditPage(opened.store, filter, after)),
    auditPage: (filter: AuditFilter, after?: string) => auditPage(opened.store, filter, after),
  };
}

export type Acts = ReturnType<typeof actsOn>;
