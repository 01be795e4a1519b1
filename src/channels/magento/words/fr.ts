// What a merchant reads when linking Magento / Adobe Commerce, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Jeton d’accès',
      hint: 'Fonctionne avec Magento avant 2.4.4, et ensuite si la boutique l’autorise.',
    },
    consumerKey: { label: 'Consumer Key' },
    consumerSecret: { label: 'Consumer Secret' },
    accessToken: { label: 'Access Token' },
    accessTokenSecret: { label: 'Access Token Secret' },
    imsClientId: { label: 'ID client' },
    imsClientSecret: { label: 'Secret client' },
    imsOrgId: { label: 'ID d’organisation' },
  },
  ways: {
    integration: {
      title: 'Avec les quatre valeurs d’une intégration',
      suits:
        'Convient à la plupart des boutiques : Magento 2 ou Adobe Commerce sur votre serveur ou votre hébergement.',
      steps: [
        'Dans votre administration Magento, ouvrez System > Extensions > Integrations et choisissez Add New Integration.',
        'Donnez-lui un nom. Sous API, choisissez Custom et cochez : Catalog > Inventory et, dedans, Products ; Stores > Attributes > Product ; Stores > Settings > All Stores ; Stores > Inventory > Sources.',
        'Enregistrez, puis choisissez Activate et Allow. Magento affiche alors Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
        'Copiez les quatre valeurs dans ce formulaire.',
      ],
      fields: {
        baseUrl: {
          label: 'Adresse de votre boutique',
          hint: 'Comme dans le navigateur. Vous pouvez aussi coller l’adresse de votre administration Magento.',
        },
      },
    },
    token: {
      title: 'Avec un jeton d’accès seul',
      suits: 'Pour Magento avant 2.4.4, ou une boutique réglée pour accepter un jeton seul.',
      steps: [
        'Dans votre administration Magento, ouvrez System > Extensions > Integrations et choisissez Add New Integration.',
        'Donnez-lui un nom. Sous API, choisissez Custom et cochez : Catalog > Inventory et, dedans, Products ; Stores > Attributes > Product ; Stores > Settings > All Stores ; Stores > Inventory > Sources.',
        'Enregistrez, puis choisissez Activate et Allow. Magento affiche alors Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
        'Avec Magento 2.4.4 et ultérieur, réglez aussi Stores > Configuration > Services > OAuth > Consumer Settings > Allow OAuth Access Tokens to be used as standalone Bearer tokens sur Yes.',
        'Copiez l’Access Token dans ce formulaire.',
      ],
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
        'Pour les boutiques qu’Adobe exploite lui-même, avec Adobe Commerce as a Cloud Service.',
      steps: [
        'Dans l’Adobe Developer Console, créez un projet et ajoutez l’API Adobe Commerce as a Cloud Service avec un identifiant OAuth Server-to-Server.',
        'Copiez Client ID, Client secret et Organization ID depuis les détails de l’identifiant.',
        'Copiez l’adresse REST de votre instance depuis Adobe Commerce Cloud Manager.',
      ],
      fields: {
        baseUrl: {
          label: 'Adresse REST avec votre locataire (tenant)',
          hint: 'Indiquée dans Adobe Commerce Cloud Manager, dans les détails de votre instance.',
        },
      },
    },
  },
  reasons: {
    api_closed:
      'Magento répond, mais son API REST est injoignable. Un pare-feu nous bloque peut-être : demandez à votre hébergeur de laisser passer les demandes vers /rest/.',
    address_form:
      'Ce n’est pas une adresse. Saisissez l’adresse de votre boutique comme dans le navigateur.',
    tenant_missing:
      'L’adresse doit se terminer par votre locataire (tenant). Copiez l’adresse REST entière de votre instance.',
    four_values:
      'Les quatre valeurs de l’intégration sont nécessaires : Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
    value_form:
      'Cette valeur est incomplète. Chacune des quatre compte 32 lettres minuscules et chiffres : copiez-la à nouveau.',
    ims_values:
      'Une boutique Adobe Commerce as a Cloud Service nécessite Client ID, Client secret et Organization ID.',
    token_unencrypted:
      'Votre boutique n’a pas de https : un jeton seul pourrait être intercepté. Reliez-la avec les quatre valeurs de l’intégration.',
    bearer_refused:
      'La boutique n’accepte pas ce jeton seul. Il est faux ou révoqué, ou votre Magento (2.4.4 ou ultérieur) n’accepte pas de jeton seul : reliez alors avec les quatre valeurs de l’intégration.',
    token_refused:
      'La boutique n’accepte pas ce jeton d’accès. Copiez-le à nouveau, ou reliez avec les quatre valeurs de l’intégration.',
    resource_missing:
      'Les valeurs sont bonnes, mais l’intégration ne peut pas lire les produits. Modifiez-la sous System > Extensions > Integrations, cochez Catalog > Inventory > Products sous API, enregistrez et autorisez-la à nouveau.',
    consumer_key:
      'La boutique ne connaît pas cette Consumer Key. Copiez-la à nouveau et vérifiez que l’adresse est celle de la même boutique.',
    access_token:
      'La boutique ne connaît pas cet Access Token, ou il appartient à une autre intégration. Copiez les quatre valeurs de la même intégration.',
    revoked:
      'Cet accès a été révoqué dans Magento. Autorisez à nouveau l’intégration et copiez ses nouvelles valeurs.',
    signature:
      'Consumer Key et Access Token sont bons, mais l’un des deux secrets ne l’est pas. Copiez à nouveau Consumer Secret et Access Token Secret.',
    shop_clock:
      'L’horloge du serveur de votre boutique est fausse, il refuse donc toute signature. Demandez à votre hébergeur de la régler.',
    firewall:
      'Un pare-feu de votre boutique nous bloque. Demandez à votre hébergeur de laisser passer les requêtes vers l’API REST.',
    not_magento:
      'Cette adresse répond, mais pas comme Magento le fait. Vérifiez-la ; si votre vitrine est une application séparée, indiquez l’adresse de Magento lui-même.',
    no_route:
      'Magento est là, mais pas cette vue de boutique. Laissez-la vide, ou copiez son code depuis Stores > All Stores.',
    redirected:
      'Votre boutique répond à une autre adresse, peut-être avec ou sans www. Saisissez l’adresse que montre le navigateur.',
    redirected_to_page:
      'Votre boutique nous renvoie vers une page, comme une connexion ou un avis. Demandez à votre hébergeur de laisser passer les requêtes vers l’API REST.',
    redirect_loop:
      'Votre boutique nous fait tourner en rond. Demandez à votre hébergeur de vérifier les redirections du serveur web.',
    no_store_view:
      'Votre boutique n’a pas de vue avec ce code. Laissez-la vide, ou copiez son code depuis Stores > All Stores.',
    maintenance: 'Votre boutique est en maintenance. Réessayez lorsqu’elle sera ouverte.',
    refused:
      'La boutique n’accepte pas cet accès. Copiez à nouveau les valeurs de la même intégration.',
    signature_method:
      'Votre Magento est trop ancien pour cette façon de relier : la version 2.4 ou ultérieure est nécessaire.',
    ims_refused:
      'Adobe n’accepte pas ce Client ID ou ce Client secret. Copiez-les à nouveau depuis la Developer Console.',
  },
};
