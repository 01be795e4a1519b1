// What a merchant reads when linking Amazon, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    token: {
      label: 'Refresh token',
      hint: 'Starts with Atzr| and is shown only once, when you authorise the app.',
    },
    sellerId: {
      label: 'Merchant token',
      hint: 'In Seller Central under Settings > Account Info > Business Information. Needed for products.',
    },
    clientId: { label: 'LWA client identifier' },
    clientSecret: { label: 'LWA client secret' },
  },
  ways: {
    consent: {
      title: 'Sign in to Seller Central',
      suits: 'Best for most sellers: there is nothing to copy.',
      fields: {
        marketplaceIds: {
          label: 'Home marketplace',
          hint: 'The country where you sign in to Seller Central. All your marketplaces in that region are linked along with it.',
          groups: {
            na: 'North and South America',
            eu: 'Europe, Middle East, Africa and India',
            fe: 'Asia-Pacific',
          },
        },
      },
    },
    keys: {
      title: 'Use the keys of your own app',
      suits: 'For sellers who have their own private app in Seller Central.',
      steps: [
        'In Seller Central, go to Apps and Services > Develop Apps.',
        'Give your app the roles “Inventory and Order Tracking” and “Product Listing”.',
        'Next to the app, choose Authorize app and copy the refresh token.',
        'Under LWA credentials, choose View and copy the client identifier and the client secret.',
      ],
      menu: 'Apps and Services > Develop Apps',
      toWrite: {
        'orders.write':
          'The role “Inventory and Order Tracking” is enough to mark orders as shipped.',
        'products.write':
          'The role “Product Listing” is enough to set stock and prices. Fill in the merchant token as well.',
      },
      fields: {
        marketplaceIds: {
          label: 'Home marketplace',
          hint: 'The country your product listings are read from. Amazon authorises apps for one region at a time.',
          others: 'Other countries you sell in',
          groups: {
            na: 'North and South America',
            eu: 'Europe, Middle East, Africa and India',
            fe: 'Asia-Pacific',
          },
        },
      },
    },
  },
  reasons: {
    wrong_marketplace: 'This is not an Amazon marketplace. Choose a country from the list.',
    several_regions: 'These marketplaces belong to different regions. Link each region separately.',
    wrong_endpoint:
      'The endpoint is not one of Amazon’s, or it belongs to a different region from the marketplaces.',
    wrong_seller:
      'This is not a merchant token. A merchant token starts with A; you will find it in Seller Central under Settings > Account Info.',
    not_a_token:
      'This is not an Amazon token. Copy the refresh token in full; it starts with Atzr|.',
    half_a_client: 'The client identifier and the client secret belong together. Fill in both.',
    no_client:
      'A refresh token needs the client identifier and client secret of the app it was issued to.',
    other_app:
      'The refresh token was issued to another app. Fill in the client identifier and client secret of that app.',
    client_unknown:
      'Amazon does not recognise this client identifier and client secret. The secret may have been replaced: copy it again.',
    authorisation_ended:
      'Your authorisation has expired or was revoked. Authorise the app again in Seller Central.',
    token_expired:
      'This access token is more than an hour old. Use a refresh token instead; it starts with Atzr|.',
    token_invalid:
      'Amazon does not accept this token here. It was revoked, or it belongs to a seller in another region.',
    role_missing:
      'The app is not allowed to read your orders. Give it the role “Inventory and Order Tracking” and authorise it again.',
    no_marketplace:
      'Your account does not sell in any marketplace in this region. Choose another home marketplace.',
    not_in_account: 'You do not sell in one of these marketplaces. Remove it from your selection.',
    consent_denied:
      'You did not approve access in Seller Central, so nothing was linked. You can try again at any time.',
    no_seller_named: 'Amazon did not say which seller gave approval. Try again.',
  },
} as const satisfies ChannelWords;
