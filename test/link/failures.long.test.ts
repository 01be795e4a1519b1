// What a merchant of Shopify or WooCommerce reads when a key does not work, as it is served.

import { FAILURES } from '../browser/typing.ts';
import { walkFailures } from './failing.ts';

walkFailures('failures', FAILURES, 'demo');
