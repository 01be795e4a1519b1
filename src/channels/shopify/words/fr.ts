// What a merchant reads when linking Shopify, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adresse de la boutique',
      hint: 'L’adresse qui se termine par myshopify.com, ou celle qu’affiche le navigateur dans votre interface administrateur Shopify.',
    },
    token: {
      label: 'Jeton d’accès',
      hint: 'Le jeton d’accès API Admin d’une application personnalisée. Shopify l’a affiché une seule fois, à l’installation.',
    },
    clientId: { label: 'ID client' },
    clientSecret: { label: 'Secret client' },
  },
  ways: {
    shopify: {
      title: 'Se connecter à Shopify',
      suits: 'Le plus simple pour la plupart des boutiques : rien à copier.',
    },
    token: {
      title: 'Avec un jeton d’accès',
      suits:
        'Si votre boutique a déjà une application personnalisée dans ses paramètres, avec un jeton d’accès.',
      steps: [
        'Dans votre interface administrateur Shopify, ouvrez Paramètres > Applications et canaux de vente > Développer des applications.',
        'Ouvrez votre application. Sous Configuration, il lui faut les autorisations API Admin read_orders et read_products.',
        'Sous Identifiants API se trouve le jeton d’accès API Admin. S’il n’est plus affiché, réinstallez l’application pour en obtenir un nouveau.',
      ],
      menu: 'Paramètres > Applications et canaux de vente > Développer des applications',
      toWrite: {
        'orders.write':
          'Pour marquer les commandes comme expédiées, il faut aussi à l’application l’autorisation write_merchant_managed_fulfillment_orders.',
        'products.write':
          'Pour modifier le stock et les prix, il faut aussi à l’application les autorisations write_products, write_inventory et read_locations.',
      },
    },
    'own-app': {
      title: 'Avec votre propre application',
      suits: 'Si vous avez créé votre propre application dans le Dev Dashboard de Shopify.',
      steps: [
        'Ouvrez le Dev Dashboard de votre organisation Shopify et choisissez Create app.',
        'Donnez à l’application les autorisations API Admin read_orders, read_products et read_customers, publiez une version et installez l’application dans votre boutique.',
        'Ouvrez la page Settings de l’application : l’ID client (Client ID) et le secret client s’y trouvent.',
      ],
      menu: 'Dev Dashboard',
      button: 'Create app',
      toWrite: {
        'orders.write':
          'Pour marquer les commandes comme expédiées, il faut aussi à l’application l’autorisation write_merchant_managed_fulfillment_orders.',
        'products.write':
          'Pour modifier le stock et les prix, il faut aussi à l’application les autorisations write_products, write_inventory et read_locations.',
      },
    },
  },
  reasons: {
    not_shopify:
      'Ce site ne répond pas comme une boutique Shopify. Utilisez l’adresse qui se termine par myshopify.com ; elle figure dans votre interface administrateur sous Paramètres > Domaines.',
    custom_domain:
      'Cela ressemble au nom de domaine propre à votre boutique. Shopify répond à l’adresse qui se termine par myshopify.com ; elle figure dans votre interface administrateur sous Paramètres > Domaines.',
    app_secret_given:
      'C’est le secret de l’application (shpss_…). Il faut son jeton d’accès API Admin, qui commence le plus souvent par shpat_.',
    token_refused:
      'Shopify n’accepte pas ce jeton d’accès : il est incorrect, a été révoqué, ou l’application a été désinstallée. Copiez-le à nouveau, ou créez-en un autre.',
    token_must_expire:
      'Shopify n’accepte plus les jetons de cette application qui n’expirent jamais. Connectez-vous à Shopify au lieu de coller un jeton.',
    shop_unknown:
      'Il n’y a pas de boutique Shopify à cette adresse. Comparez-la à celle qui figure dans votre interface administrateur sous Paramètres > Domaines.',
    shop_moved:
      'La boutique a maintenant une autre adresse chez Shopify. Utilisez celle qui figure dans votre interface administrateur sous Paramètres > Domaines.',
    shop_frozen:
      'Shopify a gelé cette boutique parce qu’une facture est impayée. Réglez-la dans votre interface administrateur Shopify et réessayez.',
    shop_locked:
      'Shopify a verrouillé cette boutique. Demandez-en la raison à l’assistance Shopify.',
    missing_read_orders:
      'Il manque à cet accès l’autorisation read_orders. Donnez-la à l’application dans Shopify et reconnectez la boutique.',
    missing_read_products:
      'Il manque à cet accès l’autorisation read_products. Donnez-la à l’application dans Shopify et reconnectez la boutique.',
    protected_data:
      'Shopify n’a pas encore approuvé l’application pour les données des clients. Adressez-vous à l’application d’où vous venez.',
  },
};
