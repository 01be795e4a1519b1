// What a merchant reads when linking Amazon, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    token: {
      label: 'Refresh token',
      hint: 'Begins with Atzr| and is shown once, when you authorise the app.',
    },
    sellerId: {
      label: 'Merchant token',
      hint: 'Seller Central, Settings, Account Info, Business Information. Needed for products.',
    },
    clientId: { label: 'LWA client identifier' },
    clientSecret: { label: 'LWA client secret' },
  },
  ways: {
    consent: {
      title: 'Log in to Seller Central',
      suits: 'Best for most sellers: nothing has to be copied.',
      fields: {
        marketplaceIds: {
          label: 'Home marketplace',
          hint: 'Where you log in to sell. All your marketplaces of that region are linked with it.',
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
      suits: 'For sellers who have a private app of their own in Seller Central.',
      steps: [
        'In Seller Central, open Apps and Services, then Develop Apps.',
        'Give your app the roles "Inventory and Order Tracking" and "Product Listing".',
        'Next to the app choose Authorize app, and copy the refresh token.',
        'Under LWA credentials choose View, and copy identifier and secret.',
      ],
      fields: {
        marketplaceIds: {
          label: 'Home marketplace',
          hint: 'Where your listings are read from. Amazon authorises apps for one region at a time.',
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
    wrong_marketplace: 'This is not one of Amazon’s marketplaces. Choose a country from the list.',
    several_regions: 'These marketplaces belong to several regions. Link each region by itself.',
    wrong_endpoint:
      'The endpoint is not Amazon’s, or belongs to another region than the marketplaces.',
    wrong_seller:
      'This is not a merchant token. It begins with A and stands in Seller Central under Account Info.',
    not_a_token:
      'This is not a token of Amazon’s. Copy the whole refresh token; it begins with Atzr|.',
    half_a_client: 'Client identifier and client secret belong together. Fill in both.',
    no_client:
      'A refresh token needs the client identifier and secret of the app it was issued to.',
    other_app:
      'The refresh token was issued to another app. Fill in that app’s client identifier and secret.',
    client_unknown:
      'Amazon does not know this client identifier and secret. The secret may have been renewed; copy it again.',
    authorisation_ended:
      'Your authorisation ended or was withdrawn. Authorise the app again in Seller Central.',
    token_expired:
      'This access token is older than an hour. Use a refresh token instead; it begins with Atzr|.',
    token_invalid:
      'Amazon does not accept this token here. It was withdrawn, or belongs to a seller of another region.',
    role_missing:
      'The app may not read your orders. Give it the role "Inventory and Order Tracking" and authorise it again.',
    no_marketplace:
      'Your account takes part in no marketplace of this region. Choose another home marketplace.',
    not_in_account: 'You do not sell in one of these marketplaces. Leave it out.',
    consent_denied:
      'You did not agree in Seller Central, so nothing was linked. You can try again at any time.',
    no_seller_named: 'Amazon did not say which seller agreed. Try again.',
  },
} as const satisfies ChannelWords;
