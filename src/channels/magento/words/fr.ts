// What a merchant reads when linking Magento / Adobe Commerce, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Jeton d’accès',
      hint: 'Fonctionne avec Magento avant la version 2.4.4, et avec les versions suivantes si la boutique l’autorise.',
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
      title: 'Avec les quatre valeurs d’une intégration',
      suits:
        'Convient à la plupart des boutiques : Magento 2 ou Adobe Commerce sur votre propre serveur ou hébergement.',
      steps: [
        'Dans votre administration Magento, ouvrez System > Extensions > Integrations et choisissez Add New Integration.',
        'Donnez-lui un nom. Sous API, choisissez Custom et cochez : Catalog > Inventory et, à l’intérieur, Products ; Stores > Attributes > Product ; Stores > Settings > All Stores ; Stores > Inventory > Sources.',
        'Enregistrez, puis choisissez Activate et Allow. Magento affiche alors Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
        'Copiez ici les quatre valeurs, l’une après l’autre.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'Pour marquer les commandes comme expédiées, cochez aussi Sales > Operations > Orders > Actions > View et Ship, ainsi que Sales > Operations > Shipments.',
        'products.write':
          'Pour modifier le stock et les prix, cochez aussi Catalog et Stores > Inventory > Stocks > Source Item Assigning.',
      },
      fields: {
        baseUrl: {
          label: 'Adresse de votre boutique',
          hint: 'Comme dans le navigateur. Vous pouvez aussi coller l’adresse de votre administration Magento.',
        },
      },
    },
    token: {
      title: 'Avec un jeton d’accès seul',
      suits:
        'Pour Magento avant la version 2.4.4, ou pour une boutique réglée pour accepter un jeton seul.',
      steps: [
        'Dans votre administration Magento, ouvrez System > Extensions > Integrations et choisissez Add New Integration.',
        'Donnez-lui un nom. Sous API, choisissez Custom et cochez : Catalog > Inventory et, à l’intérieur, Products ; Stores > Attributes > Product ; Stores > Settings > All Stores ; Stores > Inventory > Sources.',
        'Enregistrez, puis choisissez Activate et Allow. Magento affiche alors Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
        'À partir de Magento 2.4.4, réglez aussi Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens sur Yes.',
        'Copiez l’Access Token.',
      ],
      menu: 'System > Extensions > Integrations',
      button: 'Add New Integration',
      toWrite: {
        'orders.write':
          'Pour marquer les commandes comme expédiées, cochez aussi Sales > Operations > Orders > Actions > View et Ship, ainsi que Sales > Operations > Shipments.',
        'products.write':
          'Pour modifier le stock et les prix, cochez aussi Catalog et Stores > Inventory > Stocks > Source Item Assigning.',
      },
      fields: {
        baseUrl: {
          label: 'Adresse de votre boutique',
          hint: 'Comme dans le navigateur. Vous pouvez aussi coller l’adresse de votre administration Magento.',
        },
      },
    },
    cloud: {
      title: 'Adobe Commerce as a Cloud Service',
      suits:
        'Pour les boutiques exploitées par Adobe lui-même : Adobe Commerce as a Cloud Service.',
      steps: [
        'Dans l’Adobe Developer Console, créez un projet et ajoutez l’API Adobe Commerce as a Cloud Service avec un identifiant (credential) OAuth Server-to-Server.',
        'Copiez le Client ID, le Client secret et l’Organization ID depuis les détails de l’identifiant.',
        'Copiez l’adresse REST (REST endpoint) de votre instance depuis Adobe Commerce Cloud Manager.',
      ],
      menu: 'Adobe Developer Console > Adobe Commerce as a Cloud Service',
      button: 'OAuth Server-to-Server',
      fields: {
        baseUrl: {
          label: 'Adresse REST (REST endpoint) avec votre tenant',
          hint: 'Indiquée dans Adobe Commerce Cloud Manager, dans les détails de votre instance.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento répond, mais son API REST est injoignable. Un pare-feu nous bloque peut-être : demandez à votre hébergeur de laisser passer les requêtes vers /rest/.',
    address_form:
      'Ce n’est pas une adresse. Saisissez l’adresse de votre boutique comme dans le navigateur.',
    tenant_missing:
      'L’adresse doit se terminer par votre tenant. Copiez l’adresse REST entière de votre instance.',
    four_values:
      'Les quatre valeurs de l’intégration sont nécessaires : Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
    value_form:
      'Cette valeur est incomplète. Chacune des quatre compte 32 lettres minuscules et chiffres : copiez-la à nouveau.',
    ims_values:
      'Une boutique Adobe Commerce as a Cloud Service nécessite le Client ID, le Client secret et l’Organization ID.',
    token_unencrypted:
      'Votre boutique n’a pas de https : un jeton seul pourrait être intercepté. Connectez-la plutôt avec les quatre valeurs de l’intégration.',
    bearer_refused:
      'La boutique n’accepte pas ce jeton seul. Il est incorrect ou révoqué, ou votre Magento (à partir de 2.4.4) n’accepte pas de jeton seul : connectez alors la boutique avec les quatre valeurs de l’intégration.',
    token_refused:
      'La boutique n’accepte pas ce jeton d’accès. Copiez-le à nouveau, ou connectez la boutique avec les quatre valeurs de l’intégration.',
    resource_missing:
      'Les valeurs sont correctes, mais l’intégration n’a pas le droit de lire les produits. Modifiez-la sous System > Extensions > Integrations, cochez Catalog > Inventory > Products sous API, enregistrez et autorisez-la à nouveau (Reauthorize).',
    consumer_key:
      'La boutique ne connaît pas cette Consumer Key. Copiez-la à nouveau et vérifiez que l’adresse est celle de la même boutique.',
    access_token:
      'La boutique ne connaît pas cet Access Token, ou il appartient à une autre intégration. Copiez les quatre valeurs depuis la même intégration.',
    revoked:
      'Cet accès a été révoqué dans Magento. Autorisez à nouveau l’intégration (Reauthorize) et copiez ses nouvelles valeurs.',
    signature:
      'La Consumer Key et l’Access Token sont corrects, mais l’un des deux secrets ne l’est pas. Copiez à nouveau le Consumer Secret et l’Access Token Secret.',
    shop_clock:
      'L’horloge du serveur de votre boutique n’est pas à l’heure : il refuse donc toute signature. Demandez à votre hébergeur de la régler.',
    firewall:
      'Un pare-feu de votre boutique nous bloque. Demandez à votre hébergeur de laisser passer les requêtes vers l’API REST.',
    not_magento:
      'Cette adresse répond, mais pas comme Magento. Vérifiez-la ; si votre vitrine est une application séparée, indiquez l’adresse de Magento lui-même.',
    no_route:
      'Magento répond, mais cette vue (store view) n’existe pas. N’indiquez pas de vue, ou copiez son code depuis Stores > All Stores.',
    redirected:
      'Votre boutique répond à une autre adresse, peut-être avec ou sans www. Saisissez l’adresse qu’affiche le navigateur.',
    redirected_to_page:
      'Votre boutique nous renvoie vers une page web, par exemple une page de connexion ou un avis. Demandez à votre hébergeur de laisser passer les requêtes vers l’API REST.',
    redirect_loop:
      'Votre boutique nous fait tourner en rond. Demandez à votre hébergeur de vérifier les redirections de son serveur web.',
    no_store_view:
      'Votre boutique n’a pas de vue (store view) avec ce code. N’indiquez pas de vue, ou copiez son code depuis Stores > All Stores.',
    maintenance: 'Votre boutique est en mode maintenance. Réessayez lorsqu’elle sera ouverte.',
    refused:
      'La boutique n’accepte pas cet accès. Copiez à nouveau les valeurs, toutes depuis la même intégration.',
    signature_method:
      'Votre Magento est trop ancien pour cette méthode : il faut la version 2.4 ou une version ultérieure.',
    ims_refused:
      'Adobe n’accepte pas ce Client ID ou ce Client secret. Copiez les deux à nouveau depuis la Developer Console.',
  },
};
