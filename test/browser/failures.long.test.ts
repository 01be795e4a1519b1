// What a merchant of Shopify or WooCommerce reads when a key does not work, in a real browser.
import { walkFailures } from './failing.ts';
import { FAILURES } from './typing.ts';

walkFailures('failures', FAILURES, 'demo');
