// What a merchant reads when linking Sharetribe, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    clientId: { label: 'Client ID' },
    clientSecret: {
      label: 'Client secret',
      hint: 'It gives access to the whole marketplace, so create an application just for this: you can then delete it without affecting anything else.',
    },
    marketplaceUrl: {
      label: 'Marketplace address',
      hint: 'Used only for web links to your products.',
    },
  },
  ways: {
    keys: {
      title: 'With an Integration API application',
      steps: [
        'Sign in to Sharetribe Console and choose your Live environment at the top. Applications in Test and Dev only show test data.',
        'Go to Build > Applications (in older consoles Advanced > Applications) and choose Add new.',
        'Give it a name and choose Integration API.',
        'Copy the Client ID and the Client secret. The secret is not shown in full again.',
      ],
      menu: 'Build > Applications',
      button: 'Add new',
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe does not accept these keys. Copy both again, and check that the application is for the Integration API, not the Marketplace API.',
    wrong_api:
      'The keys are valid, but their application cannot use the Integration API. Create a new application and choose Integration API.',
    token_refused:
      'Sharetribe no longer accepts this access. Check that the application still exists, and copy its keys again.',
    keys_missing: 'The Client ID and the Client secret are both needed.',
    client_id_form:
      'The Client ID is incomplete. It has five groups of letters and digits, joined by hyphens.',
    marketplace_form:
      'This is not an address. Enter the address of your marketplace as it appears in your browser, or leave the field empty.',
    not_sharetribe: 'This address does not belong to the Sharetribe API. Leave it out.',
  },
} as const satisfies ChannelWords;
