// What people type for a seller's account, normalised, or refused with the reason.
import type { Credential, Given, Secrets } from '../../model/credential.ts';
import { withoutEnd } from '../../model/text.ts';
import { mustBePair, refuse, textIn, visibleIn, wordsIn } from '../kit/given.ts';
import { findMarketplace, hostOf, regionOfHost, SP_API_HOSTS } from './marketplaces.ts';

const MOST_MARKETPLACES = 50;

export function accept(given: Given): Credential {
  const marketplaceIds = marketplacesIn(given);
  const endpoint = endpointIn(given, marketplaceIds);
  const sellerId = textIn(given, 'sellerId').toUpperCase();
  if (sellerId !== '' && !isSellerId(sellerId))
    refuse(
      'sellerId',
      'is not a merchant token; it looks like A2EXAMPLE1SELLER and stands in Seller Central under Settings, Account Info.',
      'wrong_seller',
    );
  return {
    account: {
      endpoint,
      ...(marketplaceIds.length > 0 && { marketplaceIds: marketplaceIds.join(',') }),
      ...(sellerId && { sellerId }),
    },
    secrets: secretsIn(given),
  };
}

export const isSellerId = (text: string): boolean => /^A[A-Z0-9]{9,19}$/.test(text);

/** Identifiers, or countries such as DE. */
function marketplacesIn(given: Given): readonly string[] {
  const ids = wordsIn(given, 'marketplaceIds').map((word) => {
    const id = findMarketplace(word)?.id ?? word.toUpperCase();
    if (/^A[A-Z0-9]{9,15}$/.test(id)) return id;
    return refuse(
      'marketplaceIds',
      'holds something that is not a marketplace: write identifiers such as A1PA6795UKMFR9, or countries such as DE.',
      'wrong_marketplace',
    );
  });
  const distinct = [...new Set(ids)];
  if (distinct.length > MOST_MARKETPLACES)
    refuse('marketplaceIds', `holds more than ${MOST_MARKETPLACES} marketplaces.`);
  return distinct;
}

/** One of Amazon's own hosts and nothing else: the token is sent there. */
function endpointIn(given: Given, marketplaceIds: readonly string[]): string {
  const known = marketplaceIds.map(findMarketplace).filter((one) => one !== undefined);
  const [region, another] = new Set(known.map((marketplace) => marketplace.region));
  if (another)
    refuse(
      'marketplaceIds',
      'holds marketplaces of several regions; link each region by itself.',
      'several_regions',
    );
  const typed = textIn(given, 'endpoint').toLowerCase();
  if (typed === '' && region) return `https://${hostOf(region)}`;
  if (typed === '')
    refuse(
      'endpoint',
      `is missing: give it, such as https://${hostOf('eu')}, or "marketplaceIds" from which it follows.`,
      'wrong_endpoint',
    );
  const host = withoutEnd(typed.replace(/^https:\/\//, ''), '/');
  if (!SP_API_HOSTS.includes(host))
    refuse('endpoint', `must be one of ${SP_API_HOSTS.join(', ')}.`, 'wrong_endpoint');
  if (region && region !== regionOfHost(host))
    refuse(
      'endpoint',
      `belongs to another region than the marketplaces; theirs is https://${hostOf(region)}.`,
      'wrong_endpoint',
    );
  return `https://${host}`;
}

/** What a token is shows in its beginning. */
function secretsIn(given: Given): Secrets {
  const token = visibleIn(given, 'token', 'not_a_token');
  const clientId = visibleIn(given, 'clientId', 'not_a_token');
  const clientSecret = visibleIn(given, 'clientSecret', 'not_a_token');
  mustBePair(['clientId', clientId], ['clientSecret', clientSecret], 'half_a_client');
  if (token.startsWith('Atzr|'))
    return { refreshToken: token, ...(clientId && { clientId, clientSecret }) };
  if (/^(Atza|Atz\.sprdt)\|/.test(token)) return { accessToken: token };
  return refuse(
    'token',
    'must be a token of Login with Amazon: a refresh token (Atzr|…), an access token (Atza|…) or a restricted data token (Atz.sprdt|…).',
    'not_a_token',
  );
}
