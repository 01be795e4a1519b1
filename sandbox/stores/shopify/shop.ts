// The shop itself and the calling app.
import { publicApp } from './app.ts';
import { gid } from './ids.ts';
import type { Resolvers, World } from './world.ts';

export const shopResolvers: Resolvers<World> = {
  id: (world) => gid('Shop', world.number),
  name: ({ catalogue }) => catalogue.shop.name,
  currencyCode: () => 'EUR',
  myshopifyDomain: (world) => world.host,
};

export const installationResolvers: Resolvers<World> = {
  id: (world) => gid('AppInstallation', 620_000_000_000 + world.number),
  accessScopes: (_world, _args, { scopes }) => scopes.map((handle) => ({ handle })),
  app: () => ({ id: gid('App', publicApp.id) }),
};
