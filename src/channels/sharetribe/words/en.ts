// What a merchant reads when linking Sharetribe, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    clientId: { label: 'Client ID' },
    clientSecret: {
      label: 'Client secret',
      hint: 'It opens the whole marketplace, so make an application just for this: then you can delete it alone.',
    },
    marketplaceUrl: {
      label: 'Address of your marketplace',
      hint: 'Only used to link to your products.',
    },
  },
  ways: {
    keys: {
      title: 'With an Integration API application',
      steps: [
        'Sign in to Sharetribe Console and choose your Live environment at the top. Applications of Test and Dev show test data only.',
        'Go to Build > Applications (in older consoles Advanced > Applications) and choose Add new.',
        'Give it a name and choose Integration API.',
        'Copy Client ID and Client secret. The secret is not shown in full again.',
      ],
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe does not accept these keys. Copy both again, and check that the application is one for the Integration API, not the Marketplace API.',
    wrong_api:
      'The keys are good, but their application may not use the Integration API. Make a new application and choose Integration API.',
    token_refused:
      'Sharetribe no longer accepts this access. Check that the application still exists, and copy its keys again.',
    keys_missing: 'Both Client ID and Client secret are needed.',
    client_id_form:
      'The Client ID is not whole. It has five groups of letters and digits, joined by hyphens.',
    marketplace_form:
      'This is not an address. Type the address of your marketplace as in the browser, or leave it empty.',
    not_sharetribe: 'This is not an address of Sharetribe’s API. Leave it out.',
  },
} as const satisfies ChannelWords;
