// Where the platform puts new objects.
import { setFlagsFromString } from 'node:v8';

/**
 * Objects from places in the code whose objects lived long at first are put among the old ones for
 * ever after. In a service whose first large pages come all together, while little is compiled and all
 * of them are under way together, those are the records of every page: they die young from then on,
 * but are taken for old, and each page costs a quarter more for as long as the process lives.
 */
export const disablePretenuring = (): void =>
  setFlagsFromString('--no-allocation-site-pretenuring');
