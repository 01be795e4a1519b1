// What a merchant reads when linking Magento / Adobe Commerce, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    token: {
      label: 'Access token',
      hint: 'Works with Magento versions before 2.4.4, and with later versions if the shop allows it.',
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
      suits:
        'Best for most shops: Magento 2 or Adobe Commerce on your own server or with a hosting company.',
      steps: [
        'In your Magento admin, go to System > Extensions > Integrations and choose Add New Integration.',
        'Give it a name. Under API, choose Custom and tick: Catalog > Inventory, including Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Save, then choose Activate and Allow. Magento now shows the Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
        'Copy the four values here, one after the other.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'To mark orders as shipped, also tick Sales > Operations > Orders > Actions > View and Ship, and Sales > Operations > Shipments.',
        'products.write':
          'To set stock and prices, also tick Catalog and Stores > Inventory > Stocks > Source Item Assigning.',
      },
      fields: {
        baseUrl: {
          label: 'Shop address',
          hint: 'As it appears in your browser. You can also paste the address of your Magento admin.',
        },
      },
    },
    token: {
      title: 'With only an access token',
      suits: 'For Magento before 2.4.4, or for a shop that is set up to accept a token on its own.',
      steps: [
        'In your Magento admin, go to System > Extensions > Integrations and choose Add New Integration.',
        'Give it a name. Under API, choose Custom and tick: Catalog > Inventory, including Products; Stores > Attributes > Product; Stores > Settings > All Stores; Stores > Inventory > Sources.',
        'Save, then choose Activate and Allow. Magento now shows the Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
        'On Magento 2.4.4 and later, go to Stores > Configuration > Services > OAuth > Consumer Settings and set “Allow OAuth Access Tokens to be used as standalone Bearer tokens” to Yes.',
        'Copy the Access Token.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'To mark orders as shipped, also tick Sales > Operations > Orders > Actions > View and Ship, and Sales > Operations > Shipments.',
        'products.write':
          'To set stock and prices, also tick Catalog and Stores > Inventory > Stocks > Source Item Assigning.',
      },
      fields: {
        baseUrl: {
          label: 'Shop address',
          hint: 'As it appears in your browser. You can also paste the address of your Magento admin.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits: 'For shops that Adobe itself runs as a cloud service.',
      steps: [
        'In the Adobe Developer Console, create a project and add the API “Adobe Commerce as a Cloud Service” with an OAuth Server-to-Server credential.',
        'Copy the Client ID, Client secret and Organization ID from the details of the credential.',
        'Copy the REST endpoint of your instance from Adobe Commerce Cloud Manager.',
      ],
      menu: 'Adobe Developer Console > Adobe Commerce as a Cloud Service',
      button: 'OAuth Server-to-Server',
      fields: {
        baseUrl: {
          label: 'REST endpoint with your tenant ID',
          hint: 'Shown in Adobe Commerce Cloud Manager, in the details of your instance.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento answers, but its REST API cannot be reached. A firewall may be blocking it: ask your hosting company to let requests through to /rest/.',
    address_form:
      'This is not an address. Enter the address of your shop as it appears in your browser.',
    tenant_missing:
      'The address must end with your tenant ID. Copy the REST endpoint of your instance in full.',
    four_values:
      'All four values of the integration are needed: the Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
    value_form:
      'This value is incomplete. Each of the four has 32 lower-case letters and digits: copy it again.',
    ims_values:
      'A shop on Adobe Commerce as a Cloud Service needs the Client ID, Client secret and Organization ID.',
    token_unencrypted:
      'Your shop does not use https, so a token on its own could be intercepted. Link it with the four values of the integration instead.',
    bearer_refused:
      'Your shop does not accept this token on its own. The token is wrong or was revoked, or your Magento (2.4.4 or later) does not allow a token on its own: in that case, link with all four values of the integration.',
    token_refused:
      'Your shop does not accept this access token. Copy it again, or link with all four values of the integration.',
    resource_missing:
      'The values are right, but the integration is not allowed to read products. Edit it under System > Extensions > Integrations, tick Catalog > Inventory > Products under API, save, and choose Reauthorize.',
    consumer_key:
      'Your shop does not recognise this Consumer Key. Copy it again, and check that the address belongs to the same shop.',
    access_token:
      'Your shop does not recognise this Access Token, or it belongs to another integration. Copy all four values from the same integration.',
    revoked:
      'This access was revoked in Magento. Choose Reauthorize for the integration and copy its new values.',
    signature:
      'The Consumer Key and Access Token are right, but one of the two secrets is not. Copy the Consumer Secret and Access Token Secret again.',
    shop_clock:
      'The clock of your shop’s server is wrong, so it rejects our requests. Ask your hosting company to set the clock.',
    firewall:
      'A firewall of your shop is blocking us. Ask your hosting company to let requests through to the REST API.',
    not_magento:
      'There is a site at this address, but it does not answer like Magento. Check the address. If your storefront is a separate application, enter the address of Magento itself.',
    no_route:
      'Magento is there, but it does not have this store view. Leave the store view out, or copy its code from Stores > All Stores.',
    redirected:
      'Your shop answers at a different address, perhaps with or without www. Enter the address that your browser shows.',
    redirected_to_page:
      'Your shop redirects us to a web page, such as a sign-in page or a notice. Ask your hosting company to let requests through to the REST API.',
    redirect_loop:
      'Your shop sends us round in circles. Ask your hosting company to check the redirects of its web server.',
    no_store_view:
      'Your shop has no store view with this code. Leave the store view out, or copy its code from Stores > All Stores.',
    maintenance: 'Your shop is in maintenance mode. Try again when it is open again.',
    refused:
      'Your shop does not accept these values. Copy them again, all from the same integration.',
    signature_method:
      'Your version of Magento is too old to be linked this way: you need 2.4 or later.',
    ims_refused:
      'Adobe does not accept this Client ID or Client secret. Copy both again from the Developer Console.',
  },
} as const satisfies ChannelWords;
