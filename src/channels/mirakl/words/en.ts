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
      hint: 'As it appears in your browser when you are signed in to its back office.',
    },
    shop_id: { label: 'Shop ID', hint: 'Only if your user has several shops there.' },
  },
  ways: {
    connect: {
      title: 'Mirakl Connect (all your marketplaces)',
      suits: 'If you sell on several marketplaces and manage them in Mirakl Connect.',
      steps: [
        'Sign in to Mirakl Connect with an account that can manage your company.',
        'Open the account settings and find the section about the API or integrations.',
        'If there is no such section, ask your contact at Mirakl for a client.',
        'Create a client, or open the one you have, and copy the client ID and the client secret.',
      ],
      menu: 'Mirakl Connect > Account settings',
      toWrite: {
        'orders.write':
          'The client must be allowed to update offers and orders of your company. If it is not, ask Mirakl to allow it.',
        'products.write':
          'The client must be allowed to update offers and orders of your company. If it is not, ask Mirakl to allow it.',
      },
    },
    marketplace: {
      title: 'One marketplace, with its API key',
      suits: 'If you sell on one marketplace, or do not use Mirakl Connect.',
      steps: [
        'Sign in to the back office of the marketplace.',
        'Click your user name at the top right and open the “API key” tab.',
        'Copy the key that is there, or generate one. A new key replaces the old one.',
      ],
      menu: 'User name > API key',
      toWrite: {
        'orders.write':
          'The key has the rights of its user: the role of that user in the back office must let it change offers and orders.',
        'products.write':
          'The key has the rights of its user: the role of that user in the back office must let it change offers and orders.',
      },
    },
  },
  reasons: {
    client_refused:
      'Mirakl does not accept this client ID and client secret. Copy both again, and the company ID if you filled it in.',
    company_needed: 'This client serves several companies. Fill in the company ID too.',
    company_forbidden:
      'Mirakl recognises the client, but the client is not allowed to read the orders of this company. Give it that permission in Mirakl Connect, or ask Mirakl to do so.',
    token_refused:
      'Mirakl Connect does not accept the token. Tokens are valid for an hour; use a client ID and client secret instead.',
    key_refused:
      'The marketplace does not recognise this API key. Each marketplace has its own key, and a newly generated key replaces the old one.',
    shop_forbidden:
      'The key is valid, but its user is not allowed to read this shop. Check the shop ID and the role of the user in the back office.',
    wrong_address:
      'There is no Mirakl marketplace at this address. Copy it from your browser while you are signed in to the back office.',
    address_form:
      'This is not a complete address. It starts with https://, such as https://marketplace-name.mirakl.net.',
    shop_form: 'The shop ID is a number, such as 2044.',
    half_a_client: 'The client ID and the client secret belong together. Fill in both.',
    client_form: 'One of the values contains a space. Copy it again.',
    token_form: 'This contains characters that are never part of a key. Copy it again.',
    token_missing: 'Fill in the key.',
    two_ways_together:
      'Values for Mirakl Connect and for a single marketplace are mixed. Fill in only one of the two forms.',
    too_often: 'Mirakl is receiving too many requests at the moment. Wait a minute and try again.',
  },
} as const satisfies ChannelWords;
