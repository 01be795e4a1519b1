// What a merchant reads when linking Mirakl, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    token: { label: 'Clé API' },
    clientId: { label: 'Client ID' },
    clientSecret: { label: 'Client secret' },
    companyId: {
      label: 'ID de l’entreprise',
      hint: 'Uniquement pour les anciens clients API rattachés à plusieurs entreprises.',
    },
    baseUrl: {
      label: 'Adresse de la place de marché',
      hint: 'Celle qu’affiche le navigateur lorsque vous êtes dans son back-office.',
    },
    shop_id: {
      label: 'ID de la boutique',
      hint: 'Uniquement si votre utilisateur y a plusieurs boutiques.',
    },
  },
  ways: {
    connect: {
      title: 'Mirakl Connect (toutes vos places de marché)',
      suits: 'Si vous vendez sur plusieurs places de marché et les gérez dans Mirakl Connect.',
      steps: [
        'Connectez-vous à Mirakl Connect avec un compte autorisé à gérer votre entreprise.',
        'Ouvrez les paramètres du compte et cherchez la rubrique sur l’API ou les intégrations.',
        'Si cette rubrique n’existe pas, demandez un client API à votre contact chez Mirakl.',
        'Créez un client API, ou ouvrez celui qui existe, puis copiez ici le Client ID et le Client secret.',
      ],
      menu: 'Mirakl Connect > Paramètres du compte',
      toWrite: {
        'orders.write':
          'Le client API doit pouvoir modifier les offres et les commandes de votre entreprise. Sinon, demandez-le à Mirakl.',
        'products.write':
          'Le client API doit pouvoir modifier les offres et les commandes de votre entreprise. Sinon, demandez-le à Mirakl.',
      },
    },
    marketplace: {
      title: 'Une seule place de marché, avec sa clé API',
      suits: 'Si vous vendez sur une seule place de marché ou n’utilisez pas Mirakl Connect.',
      steps: [
        'Connectez-vous au back-office de la place de marché.',
        'Cliquez sur votre nom d’utilisateur en haut à droite et ouvrez l’onglet « Clé API » (API key).',
        'Générez une clé, ou copiez celle qui existe, et collez-la ici. Une nouvelle clé remplace l’ancienne.',
      ],
      menu: 'Nom d’utilisateur > Clé API',
      toWrite: {
        'orders.write':
          'La clé a les droits de son compte : dans le back-office, le rôle de ce compte doit permettre de modifier les offres et les commandes.',
        'products.write':
          'La clé a les droits de son compte : dans le back-office, le rôle de ce compte doit permettre de modifier les offres et les commandes.',
      },
    },
  },
  reasons: {
    client_refused:
      'Mirakl n’accepte pas ce Client ID et ce Client secret. Copiez-les à nouveau, ainsi que l’ID de l’entreprise si vous l’avez indiqué.',
    company_needed:
      'Ce client API est rattaché à plusieurs entreprises. Indiquez aussi l’ID de l’entreprise.',
    company_forbidden:
      'Le client API est connu, mais n’a pas le droit de lire les commandes de cette entreprise. Donnez-lui ce droit dans Mirakl Connect, ou demandez à Mirakl de le faire.',
    token_refused:
      'Mirakl Connect n’accepte pas ce jeton. Un jeton est valide une heure ; utilisez plutôt un Client ID et un Client secret.',
    key_refused:
      'La place de marché ne connaît pas cette clé API. Chaque place de marché a la sienne, et une nouvelle clé remplace l’ancienne.',
    shop_forbidden:
      'La clé est correcte, mais son utilisateur n’a pas le droit de lire cette boutique. Vérifiez l’ID de la boutique et le rôle de l’utilisateur dans le back-office.',
    wrong_address:
      'Il n’y a pas de place de marché Mirakl à cette adresse. Copiez-la depuis le navigateur lorsque vous êtes dans le back-office.',
    address_form:
      'Ce n’est pas une adresse complète. Elle commence par https://, par exemple https://marketplace-name.mirakl.net.',
    shop_form: 'L’ID de la boutique est un nombre, par exemple 2044.',
    half_a_client: 'Le Client ID et le Client secret vont ensemble. Remplissez les deux champs.',
    client_form: 'L’une des valeurs contient un espace. Copiez-la à nouveau.',
    token_form: 'La valeur contient des caractères qu’aucune clé ne contient. Copiez-la à nouveau.',
    token_missing: 'Indiquez la clé.',
    two_ways_together:
      'Des valeurs de Mirakl Connect et d’une place de marché sont mélangées. Remplissez un seul des deux formulaires.',
    too_often: 'Mirakl reçoit trop de requêtes en ce moment. Attendez une minute et réessayez.',
  },
};
