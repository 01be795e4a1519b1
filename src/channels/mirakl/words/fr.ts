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
      hint: 'Seulement pour les anciens clients rattachés à plusieurs entreprises.',
    },
    baseUrl: {
      label: 'Adresse de la marketplace',
      hint: 'Celle du navigateur quand vous êtes connecté au back-office.',
    },
    shop_id: {
      label: 'ID de la boutique',
      hint: 'Seulement si votre utilisateur y a plusieurs boutiques.',
    },
  },
  ways: {
    connect: {
      title: 'Mirakl Connect (toutes vos marketplaces)',
      suits: 'Si vous vendez sur plusieurs places de marché et les gérez dans Mirakl Connect.',
      steps: [
        'Connectez-vous à Mirakl Connect avec un compte autorisé à gérer votre entreprise.',
        'Ouvrez les paramètres du compte et cherchez la partie API ou intégrations.',
        'Créez un client, ou ouvrez celui qui existe, puis copiez ici le client ID et le client secret.',
        'Si cette partie n’existe pas, demandez un client à votre contact chez Mirakl.',
      ],
    },
    marketplace: {
      title: 'Une seule marketplace, avec sa clé API',
      suits: 'Si vous vendez sur une seule place de marché ou n’utilisez pas Mirakl Connect.',
      steps: [
        'Connectez-vous au back-office de la marketplace.',
        'Cliquez sur votre nom d’utilisateur en haut à droite et ouvrez l’onglet « API key ».',
        'Générez une clé, ou copiez celle qui existe, et collez-la ici. Une nouvelle clé remplace l’ancienne.',
      ],
    },
  },
  reasons: {
    client_refused:
      'Mirakl n’accepte pas ce client ID et ce client secret. Copiez-les à nouveau, ainsi que l’ID de l’entreprise si vous l’avez indiqué.',
    company_needed:
      'Ce client est rattaché à plusieurs entreprises. Indiquez aussi l’ID de l’entreprise.',
    company_forbidden:
      'Le client est connu, mais il ne peut pas lire les commandes de cette entreprise. Donnez-lui ce droit dans Mirakl Connect, ou demandez-le à Mirakl.',
    token_refused:
      'Mirakl Connect n’accepte pas ce jeton. Un jeton dure une heure ; utilisez plutôt un client ID et un client secret.',
    key_refused:
      'La marketplace ne connaît pas cette clé API. Chaque marketplace a la sienne, et une nouvelle clé remplace l’ancienne.',
    shop_forbidden:
      'La clé est bonne, mais son utilisateur ne peut pas lire cette boutique. Vérifiez l’ID de la boutique et le rôle de l’utilisateur dans le back-office.',
    wrong_address:
      'Il n’y a pas de marketplace Mirakl à cette adresse. Copiez-la depuis le navigateur quand vous êtes connecté au back-office.',
    address_form:
      'Ce n’est pas une adresse complète. Elle commence par https://, par exemple https://marketplace-name.mirakl.net.',
    shop_form: 'L’ID de la boutique est un nombre, par exemple 2044.',
    half_a_client: 'Le client ID et le client secret vont ensemble ; indiquez les deux.',
    client_form: 'Une des valeurs contient une espace. Copiez-la à nouveau.',
    token_form: 'La valeur contient des caractères qu’aucune clé ne contient. Copiez-la à nouveau.',
    token_missing: 'Indiquez la clé.',
    two_ways_at_once:
      'Des valeurs de Mirakl Connect et d’une marketplace sont mélangées. Remplissez un seul des deux formulaires.',
    too_often: 'Mirakl est appelé trop souvent en ce moment. Attendez une minute et réessayez.',
  },
};
