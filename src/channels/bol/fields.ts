// What must be known about bol to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'token',
    secret: true,
    example: 'OGYwYjVjMWUt…',
    about:
      'Client ID and client secret, joined by a colon, in base64. `Basic …`, the plain `id:secret` and an access token (`eyJ…`) are accepted too. To be left out where `clientId` and `clientSecret` are given.',
  },
  {
    key: 'clientId',
    pattern: '[!-9;-~]+',
    looks: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
    wrong: 'keys_form',
    example: '8f0b5c1e-2d34-4a67-9b80-1c2d3e4f5a6b',
    about:
      'Instead of `token`, with the client secret. In the bol seller account: Instellingen (Settings), Diensten (Services), API-instellingen (API settings), "Client credentials voor de Retailer API", Aanmaken (Create). Shown in the list.',
  },
  {
    key: 'clientSecret',
    secret: true,
    pattern: '[!-~]+',
    wrong: 'keys_form',
    example: 'q7R2…',
    about: 'Shown by "Toon secret" (Show secret) below the client ID.',
  },
];
