// What must be known about bol to open an account: one declaration for every use.
import type { Field } from '../field.ts';

export const fields: readonly Field[] = [
  {
    key: 'token',
    secret: true,
    example: 'OGYwYjVjMWUt…',
    about:
      'Client ID and client secret, joined by a colon, in base64. May be left out where both are given by themselves.',
  },
  {
    key: 'clientId',
    pattern: '\\s*[^\\s:]+\\s*',
    example: '8f0b5c1e-2d34-4a67-9b80-1c2d3e4f5a6b',
    about:
      'In the bol seller account: Instellingen (Settings), Diensten (Services), API-instellingen (API settings), Client credentials voor de Retailer API. Shown in the list.',
  },
  {
    key: 'clientSecret',
    secret: true,
    pattern: '\\s*\\S+\\s*',
    example: 'q7R2…',
    about: 'Shown by "Toon secret" (Show secret) below the client ID.',
  },
];
