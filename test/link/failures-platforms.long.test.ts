// What a merchant of BigCommerce, Lightspeed or Magento reads when a key does not work, as it is served.
import { walkFailures } from './failing.ts';
import { PLATFORM_FAILURES } from './failures-platforms.ts';

walkFailures('failures of platforms', PLATFORM_FAILURES, 'newcomer');
