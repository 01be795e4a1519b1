// What a merchant reads when linking BigCommerce, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    store_hash: {
      label: 'Identifiant de la boutique (store hash)',
      hint: 'La partie qui suit /stores/ dans le chemin d’API (API path). Vous pouvez aussi coller le chemin d’API entier ou l’adresse de votre panneau de configuration.',
    },
    token: {
      label: 'Jeton d’accès',
      hint: 'BigCommerce l’affiche une seule fois, à la création du compte API ; il figure aussi dans le fichier texte proposé à ce moment-là.',
    },
  },
  ways: {
    keys: {
      title: 'Avec un compte API',
      suits:
        'Convient à la plupart des boutiques : vous créez vous-même la clé et décidez de ce qu’elle peut lire.',
      steps: [
        'Connectez-vous à votre panneau de configuration BigCommerce avec le compte propriétaire de la boutique.',
        'Ouvrez Settings > Store-level API accounts et choisissez Create API account (type V2/V3 API token).',
        'Réglez ces autorisations sur read-only : Orders, Products, Information & Settings. Customers, également en read-only, ajoute des informations sur les acheteurs.',
        'Enregistrez, puis copiez le jeton d’accès (access token) et le chemin d’API (API path) depuis la fenêtre qui s’affiche.',
      ],
      menu: 'Settings > Store-level API accounts',
      button: 'Create API account',
      toWrite: {
        'orders.write':
          'Pour marquer les commandes comme expédiées, réglez Orders sur modify au lieu du réglage read-only.',
        'products.write':
          'Pour modifier le stock et les prix, réglez Products sur modify au lieu du réglage read-only, et réglez aussi Store Inventory sur modify.',
      },
    },
    app: {
      title: 'En installant l’application',
      suits: 'Si vous préférez installer une application plutôt que copier une clé.',
    },
  },
  reasons: {
    store_hash_form:
      'Ce n’est pas un store hash. Il se trouve après /stores/ dans le chemin d’API de votre compte API : dans https://api.bigcommerce.com/stores/abc123/v3/, c’est abc123.',
    token_form:
      'Le jeton d’accès manque ou contient un espace. Copiez-le à nouveau, sans rien avant ni après.',
    token_refused:
      'BigCommerce n’accepte pas ce jeton d’accès. Il a peut-être été mal copié, ou son compte API a été supprimé. Créez un nouveau compte API et copiez son jeton d’accès (pas le client secret).',
    other_store:
      'Ce jeton d’accès n’appartient pas à cette boutique, ou des autorisations lui manquent. Vérifiez le store hash ; s’il est correct, créez un nouveau compte API avec Orders, Products et Information & Settings en read-only.',
    orders_scope:
      'Le compte API n’a pas le droit de lire les commandes. Ses autorisations ne peuvent plus être modifiées : créez un nouveau compte API avec Orders en read-only.',
    products_scope:
      'Le compte API n’a pas le droit de lire les produits. Ses autorisations ne peuvent plus être modifiées : créez un nouveau compte API avec Products en read-only.',
    store_not_found:
      'BigCommerce ne connaît aucune boutique avec ce store hash. Copiez-le à nouveau depuis le chemin d’API de votre compte API.',
    store_unavailable:
      'La boutique est en maintenance, en cours de mise à niveau ou suspendue. Réessayez plus tard, ou contactez BigCommerce si cela dure.',
    install_refused:
      'BigCommerce n’a pas terminé l’installation. Recommencez ; en cas de nouvel échec, utilisez plutôt un compte API.',
    other_store_installed:
      'L’application a été installée dans une autre boutique que celle indiquée. Recommencez avec le store hash de cette boutique, ou choisissez la bonne boutique chez BigCommerce.',
    app_scopes:
      'L’application ne demande pas assez d’autorisations à BigCommerce. L’exploitant de ce service doit corriger cela ; utilisez un compte API en attendant.',
  },
};
