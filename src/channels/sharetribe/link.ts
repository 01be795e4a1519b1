// How the operator of a Sharetribe marketplace links it: the keys of an Integration API application.
import type { ByForm, Way } from '../way.ts';

const byKeys: ByForm = {
  kind: 'form',
  id: 'keys',
  inputs: ['clientId', 'clientSecret', 'marketplaceUrl'],
  place: () => 'https://console.sharetribe.com/',
};

export const ways: readonly Way[] = [byKeys];
