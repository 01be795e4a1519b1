// The Orders API v0, and the restricted data tokens that only it takes, put around the channel.
// Amazon ends it on 27 March 2027; "When v0 ends" in the README says what goes then.
import type { Account } from '../../../model/credential.ts';
import { Fault } from '../../../model/faults.ts';
import type { Channel } from '../../channel.ts';
import { marketplaceFacts } from '../participations.ts';
import type { OrderCursor } from '../search.ts';
import { isV0 } from './native.ts';
import { fetchV0, MOST_ORDERS } from './orders.ts';
import { transformV0 } from './transform.ts';

const isRestricted = ({ tokenKind }: Account): boolean => tokenKind === 'restricted';

export function withV0(later: Channel): Channel {
  const { versions, orders, products, writes } = later;
  return {
    ...later,
    versions: { ...versions, speaks: { ...versions.speaks, v0: '2027-03-27' } },

    accept(given) {
      const { account, secrets } = later.accept(given);
      const isOne = secrets.accessToken?.startsWith('Atz.sprdt|');
      return { account: { ...account, ...(isOne && { tokenKind: 'restricted' }) }, secrets };
    },

    /** Such a token opens neither the marketplaces nor the later API: only that refusal is seen. */
    async check(account, reading) {
      if (!isRestricted(account)) return later.check(account, reading);
      return (await marketplaceFacts(account, reading.call)).facts;
    },

    orders: orders && {
      ...orders,
      largestPage: { v0: MOST_ORDERS },
      idOf: (order) => (isV0(order) ? order.AmazonOrderId : orders.idOf(order)),
      async fetch(query, cursor, reading) {
        if (reading.version === 'v0' && query.include?.includes('fulfillments'))
          throw new Fault(
            'unsupported_include',
            'The Orders API v0 says nothing about packages: leave fulfillments out of "include", or leave out "api_version".',
            { field: 'include' },
          );
        if (reading.version === 'v0')
          return fetchV0(query, cursor as OrderCursor | undefined, reading);
        if (!isRestricted(reading.account)) return orders.fetch(query, cursor, reading);
        throw new Fault(
          'invalid_request',
          'A restricted data token opens the Orders API v0 alone: send "api_version": "v0" with it, or an access or refresh token.',
          { field: 'api_version', reason: 'restricted_token' },
        );
      },
      transform: (order, context) =>
        isV0(order) ? transformV0(order, context) : orders.transform(order, context),
    },

    products: products && {
      ...products,
      async fetch(query, cursor, reading) {
        mustOpenListings(reading.account);
        return products.fetch(query, cursor, reading);
      },
    },

    writes: writes && {
      ...writes,
      async productsOf(ids, reading) {
        mustOpenListings(reading.account);
        return writes.productsOf(ids, reading);
      },
    },
  };
}

function mustOpenListings(account: Account) {
  if (isRestricted(account))
    throw new Fault(
      'invalid_request',
      'A restricted data token opens orders alone: send an access or refresh token for products.',
      { field: 'token', reason: 'restricted_token' },
    );
}
