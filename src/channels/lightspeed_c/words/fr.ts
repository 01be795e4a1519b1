// What a merchant reads when linking Lightspeed eCom (C-Series), in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    region: {
      label: 'Région',
      hint: 'Celle où votre boutique est hébergée. Pour les boutiques en Europe, c’est presque toujours l’Europe.',
      choices: { eu1: 'Europe', us1: 'Amérique du Nord' },
    },
    apiKey: { label: 'Clé API', hint: '32 lettres et chiffres.' },
    apiSecret: { label: 'Secret API', hint: '32 lettres et chiffres, à côté de la clé API.' },
    language: {
      label: 'Langue de la boutique',
      hint: 'Les deux lettres d’une langue active dans votre boutique. Laissez ce champ vide pour utiliser la langue par défaut.',
    },
    shopId: {
      label: 'Numéro de boutique',
      hint: 'Si vous le connaissez : aucune autre boutique ne pourra alors être connectée par erreur.',
    },
  },
  ways: {
    keys: {
      title: 'Avec une clé API',
      suits: 'Si votre abonnement permet de créer des clés API dans le back-office.',
      steps: [
        'Connectez-vous au back-office de votre boutique.',
        'Ouvrez Paramètres > Développeurs (Settings > Developers) et choisissez Nouvelle clé API. Si cette page manque, demandez au support Lightspeed d’activer les clés API pour votre abonnement.',
        'Donnez un nom à la clé, activez-la (Enabled) et cochez Lire pour les commandes, les produits et les paramètres.',
        'Enregistrez, puis copiez la clé API et le secret API.',
      ],
      menu: 'Paramètres > Développeurs',
      button: 'Nouvelle clé API',
      toWrite: {
        'orders.write':
          'Pour marquer les commandes comme expédiées, cochez aussi Écrire pour les commandes.',
        'products.write':
          'Pour modifier le stock et les prix, cochez aussi Écrire pour les produits.',
      },
    },
    app: {
      title: 'En installant l’application',
      suits:
        'Si vous préférez installer une application plutôt que copier une clé, ou si vous ne pouvez pas créer de clés API.',
    },
  },
  reasons: {
    region_form: 'Choisissez la région de votre boutique : Europe ou Amérique du Nord.',
    language_form:
      'Saisissez la langue de la boutique en deux lettres, par exemple nl ou en, ou laissez ce champ vide.',
    key_form:
      'La clé API et le secret API ont chacun exactement 32 lettres et chiffres. Copiez-les à nouveau, en entier et sans espace.',
    shop_form:
      'Le numéro de boutique ne contient que des chiffres, par exemple 356891. Vous pouvez laisser ce champ vide.',
    access_denied:
      'Lightspeed n’accepte pas cette clé. Vérifiez qu’elle est activée (Enabled) dans Paramètres > Développeurs, puis copiez à nouveau la clé et le secret.',
    wrong_cluster:
      'La clé est correcte, mais votre boutique est dans l’autre région. Choisissez l’autre région et réessayez.',
    unknown_language:
      'Cette langue n’est pas active dans votre boutique. Laissez ce champ vide, ou saisissez les deux lettres d’une langue active.',
    orders_not_allowed:
      'La clé n’a pas le droit de lire les commandes. Ouvrez cette clé dans Paramètres > Développeurs, cochez Lire pour les commandes, enregistrez et réessayez.',
    products_not_allowed:
      'La clé n’a pas le droit de lire les produits. Ouvrez cette clé dans Paramètres > Développeurs, cochez Lire pour les produits, enregistrez et réessayez.',
    settings_not_allowed:
      'La clé n’a pas le droit de lire les paramètres, où se trouve la devise de votre boutique. Ouvrez cette clé dans Paramètres > Développeurs, cochez Lire pour les paramètres, enregistrez et réessayez.',
  },
};
