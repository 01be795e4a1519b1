// What a merchant reads when linking Sharetribe, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    clientId: { label: 'Client ID' },
    clientSecret: {
      label: 'Client secret',
      hint: 'Il ouvre toute la place de marché : créez une application dédiée, que vous pourrez supprimer séparément.',
    },
    marketplaceUrl: {
      label: 'Adresse de votre place de marché',
      hint: 'Sert uniquement à créer les liens vers vos produits.',
    },
  },
  ways: {
    keys: {
      title: 'Avec une application Integration API',
      steps: [
        'Connectez-vous à Sharetribe Console et choisissez en haut votre environnement Live. Les applications de Test et de Dev ne montrent que des données de test.',
        'Ouvrez Build > Applications (dans les anciennes versions, Advanced > Applications) et choisissez Add new.',
        'Donnez-lui un nom et choisissez Integration API.',
        'Copiez le Client ID et le Client secret. Le secret ne sera plus affiché en entier.',
      ],
      menu: 'Build > Applications',
      button: 'Add new',
    },
  },
  reasons: {
    keys_refused:
      'Sharetribe n’accepte pas ces clés. Copiez les deux à nouveau et vérifiez que l’application est de type Integration API, et non Marketplace API.',
    wrong_api:
      'Les clés sont correctes, mais leur application n’a pas le droit d’utiliser l’Integration API. Créez une nouvelle application et choisissez Integration API.',
    token_refused:
      'Sharetribe n’accepte plus cet accès. Vérifiez que l’application existe encore et copiez à nouveau ses clés.',
    keys_missing: 'Le Client ID et le Client secret sont tous deux nécessaires.',
    client_id_form:
      'Le Client ID est incomplet. Il compte cinq groupes de lettres et de chiffres, séparés par des traits d’union.',
    marketplace_form:
      'Ce n’est pas une adresse. Saisissez l’adresse de votre place de marché comme dans le navigateur, ou laissez ce champ vide.',
    not_sharetribe: 'Ce n’est pas une adresse de l’API Sharetribe. Ne l’indiquez pas.',
  },
};
