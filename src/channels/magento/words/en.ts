// What a merchant reads when linking Magento / Adobe Commerce, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    token: {
      label: 'Access token',
      hint: 'Works on Magento before 2.4.4, and on later versions where the shop allows it.',
    },
    consumerKey: { label: 'Consumer Key' },
    consumerSecret: { label: 'Consumer Secret' },
    accessToken: { label: 'Access Token' },
    accessTokenSecret: { label: 'Access Token Secret' },
    imsClientId: { label: 'Client ID' },
    imsClientSecret: { label: 'Client secret' },
    imsOrgId: { label: 'Organization ID' },
  },
  ways: {
    integration: {
      title: 'With the four values of an integration',
      suits: 'Suits most shops: Magento 2 or Adobe Commerce on your own server or hosting.',
      steps: [
        'In your Magento admin, go to System > Extensions > Integrations and choose Add New Integration.',
        'Give it a name. Under API choose Custom and tick: Catalog > Inventory and in it Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Save, then choose Activate and Allow. Magento now shows Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
        'Copy all four values into this form.',
      ],
      fields: {
        baseUrl: {
          label: 'Address of your shop',
          hint: 'As in the browser. You may also paste the address of your Magento admin.',
        },
      },
    },
    token: {
      title: 'With an access token alone',
      suits: 'For Magento before 2.4.4, or a shop that is set to accept a token on its own.',
      steps: [
        'In your Magento admin, go to System > Extensions > Integrations and choose Add New Integration.',
        'Give it a name. Under API choose Custom and tick: Catalog > Inventory and in it Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Save, then choose Activate and Allow. Magento now shows Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
        'On Magento 2.4.4 and later, also set Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens to Yes.',
        'Copy the Access Token into this form.',
      ],
      fields: {
        baseUrl: {
          label: 'Address of your shop',
          hint: 'As in the browser. You may also paste the address of your Magento admin.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits: 'For shops that Adobe runs itself, as Adobe Commerce as a Cloud Service.',
      steps: [
        'In the Adobe Developer Console, create a project and add the API Adobe Commerce as a Cloud Service with an OAuth Server-to-Server credential.',
        'Copy Client ID, Client secret and Organization ID from the credential’s details.',
        'Copy the REST endpoint of your instance from Adobe Commerce Cloud Manager.',
      ],
      fields: {
        baseUrl: {
          label: 'REST endpoint with your tenant',
          hint: 'Shown in Adobe Commerce Cloud Manager, in the details of your instance.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento answers, but its REST API cannot be reached. A firewall may hold it back: ask the company that hosts your shop to let requests through to /rest/.',
    address_form: 'This is not an address. Type the address of your shop as in the browser.',
    tenant_missing:
      'The address must end with your tenant. Copy the whole REST endpoint of your instance.',
    four_values:
      'All four values of the integration are needed: Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
    value_form:
      'This value is not whole. Each of the four has 32 lower-case letters and digits: copy it again.',
    ims_values:
      'A shop of Adobe Commerce as a Cloud Service needs Client ID, Client secret and Organization ID.',
    token_unencrypted:
      'Your shop has no https, so a token alone could be overheard. Link it with the four values of the integration instead.',
    bearer_refused:
      'The shop does not accept this token by itself. It is wrong or withdrawn, or your Magento (2.4.4 or later) takes no token alone: then link with all four values of the integration.',
    token_refused:
      'The shop does not accept this access token. Copy it again, or link with all four values of the integration.',
    resource_missing:
      'The values are right, but the integration may not read products. Edit it under System > Extensions > Integrations, tick Catalog > Inventory > Products under API, save, and reauthorize it.',
    consumer_key:
      'The shop does not know this Consumer Key. Copy it again, and check that the address is that of the same shop.',
    access_token:
      'The shop does not know this Access Token, or it belongs to another integration. Copy all four values from the same integration.',
    revoked:
      'This access was withdrawn in Magento. Reauthorize the integration and copy its new values.',
    signature:
      'Consumer Key and Access Token are right, but one of the two secrets is not. Copy Consumer Secret and Access Token Secret again.',
    shop_clock:
      'The clock of your shop’s server is wrong, so it refuses every signature. Ask the company that hosts it to set it.',
    firewall:
      'A firewall of your shop keeps us out. Ask the company that hosts it to let requests through to the REST API.',
    not_magento:
      'This address answers, but not as Magento does. Check it; if your storefront is a separate application, give the address of Magento itself.',
    no_route:
      'Magento is there, but not this store view. Leave the store view out, or copy its code from Stores > All Stores.',
    redirected:
      'Your shop answers at another address, perhaps with or without www. Type the address that the browser shows.',
    redirected_to_page:
      'Your shop sends us on to a web page, such as a login or a notice. Ask the company that hosts it to let requests through to the REST API.',
    redirect_loop:
      'Your shop sends us round in circles. Ask the company that hosts it to look at the redirects of its web server.',
    no_store_view:
      'Your shop has no store view with this code. Leave the store view out, or copy its code from Stores > All Stores.',
    maintenance: 'Your shop is in maintenance mode. Try again when it is open.',
    refused:
      'The shop does not accept this access. Copy the values again from the same integration.',
    signature_method: 'Your Magento is too old for this way of linking: 2.4 or later is needed.',
    ims_refused:
      'Adobe does not accept this Client ID or Client secret. Copy both again from the Developer Console.',
  },
} as const satisfies ChannelWords;
