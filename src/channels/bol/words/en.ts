// What a merchant reads when linking bol, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    clientId: {
      label: 'Client ID',
      hint: 'Shown in the list of client credentials for the Retailer API.',
    },
    clientSecret: {
      label: 'Client secret',
      hint: 'Appears when you choose “Toon secret” (Show secret) below the client ID.',
    },
  },
  ways: {
    keys: {
      title: 'With API keys',
      suits: 'Suitable for every seller: you create the keys yourself in your bol seller account.',
      steps: [
        'Sign in to your bol seller account and open Instellingen (Settings).',
        'Under Diensten (Services), choose API-instellingen (API settings). Fill in the technical contact if bol asks for one.',
        'Under “Client credentials voor de Retailer API”, choose Aanmaken (Create) and give the keys a name.',
        'Copy the client ID, choose “Toon secret” (Show secret), and copy the client secret.',
      ],
      menu: 'Instellingen > Diensten > API-instellingen',
      button: 'Aanmaken',
    },
    consent: {
      title: 'By signing in to bol',
      suits: 'If you would rather approve access in bol than copy keys.',
    },
  },
  reasons: {
    keys_form:
      'The client ID or the client secret is missing or incomplete. Copy both again, without spaces.',
    unknown_keys:
      'bol does not recognise these keys. Check the client ID and the client secret. If they have been deleted, create new ones under API-instellingen (API settings).',
    token_refused: 'bol no longer accepts this access. Link the account again.',
    consent_ended:
      'The approval you gave in bol has expired; it lasts for one year. Sign in to bol again to renew it.',
    account_inactive:
      'bol says that this seller account is not active. It may be closed or on hold: contact bol’s partner service.',
    no_access:
      'These keys cannot be used for the Retailer API; keys for advertising, for example, do not work here. Create keys under “Client credentials voor de Retailer API”.',
  },
} as const satisfies ChannelWords;
