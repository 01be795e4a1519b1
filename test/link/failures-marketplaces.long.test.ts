// What a seller on Amazon, bol, Mirakl or Sharetribe reads when a key does not work, as it is served.
import { walkFailures } from './failing.ts';
import { MARKETPLACE_FAILURES } from './failures-marketplaces.ts';

walkFailures('failures of marketplaces', MARKETPLACE_FAILURES, 'newcomer');
