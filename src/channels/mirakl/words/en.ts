// What a merchant reads when linking Mirakl, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    token: { label: 'API key' },
    clientId: { label: 'Client ID' },
    clientSecret: { label: 'Client secret' },
    companyId: {
      label: 'Company ID',
      hint: 'Only for older clients that serve several companies.',
    },
    baseUrl: {
      label: 'Marketplace address',
      hint: 'As in the browser when you are signed in to its back office.',
    },
    shop_id: { label: 'Shop ID', hint: 'Only if your user has several shops there.' },
  },
  ways: {
    connect: {
      title: 'Mirakl Connect (all your marketplaces)',
      suits: 'If you sell on several marketplaces and manage them in Mirakl Connect.',
      steps: [
        'Sign in to Mirakl Connect with an account that may manage your company.',
        'Open the account settings and find the section about the API or integrations.',
        'Create a client, or open the one you have, and copy the client ID and the client secret here.',
        'If you have no such section, ask your contact at Mirakl for a client.',
      ],
    },
    marketplace: {
      title: 'One marketplace, with its API key',
      suits: 'If you sell on one marketplace, or do not use Mirakl Connect.',
      steps: [
        'Sign in to the back office of the marketplace.',
        'Click your user name at the top right and open the tab “API key”.',
        'Generate a key, or copy the one that is there, and paste it here. A new key replaces the old one.',
      ],
    },
  },
  reasons: {
    client_refused:
      'Mirakl does not accept this client ID and client secret. Copy both again, and the company ID if you filled it in.',
    company_needed: 'This client serves several companies. Fill in the company ID too.',
    company_forbidden:
      'The client is known, but may not read the orders of this company. Give it that right in Mirakl Connect, or ask Mirakl to.',
    token_refused:
      'Mirakl Connect does not accept the token. Tokens live for an hour; use a client ID and client secret instead.',
    key_refused:
      'The marketplace does not know this API key. Each marketplace has its own, and a newly generated key replaces the old one.',
    shop_forbidden:
      'The key is good, but its user may not read this shop. Check the shop ID and the role of the user in the back office.',
    wrong_address:
      'There is no Mirakl marketplace at this address. Copy it from the browser while you are signed in to the back office.',
    address_form:
      'This is not a whole address. It begins with https://, such as https://marketplace-name.mirakl.net.',
    shop_form: 'The shop ID is a number, such as 2044.',
    half_a_client: 'The client ID and the client secret belong together; fill in both.',
    client_form: 'There is a space in one of the values. Copy it again.',
    token_form: 'There are characters in it that no key has. Copy it again.',
    token_missing: 'Fill in the key.',
    two_ways_at_once:
      'Values of Mirakl Connect and of one marketplace are mixed. Fill in one of the two forms.',
    too_often: 'Mirakl is called too often at the moment. Wait a minute and try again.',
  },
} as const satisfies ChannelWords;
