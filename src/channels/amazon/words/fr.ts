// What a merchant reads when linking Amazon, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Refresh token',
      hint: 'Il commence par Atzr| et ne s’affiche qu’une fois, lorsque vous autorisez l’application.',
    },
    sellerId: {
      label: 'Jeton de marchand',
      hint: 'Dans Seller Central : Paramètres > Infos sur le compte > Renseignements commerciaux. Nécessaire pour les produits.',
    },
    clientId: { label: 'Identifiant client LWA' },
    clientSecret: { label: 'Secret client LWA' },
  },
  ways: {
    consent: {
      title: 'Se connecter à Seller Central',
      suits: 'Le plus simple pour la plupart des comptes vendeurs : rien à copier.',
      fields: {
        marketplaceIds: {
          label: 'Place de marché principale',
          hint: 'Celle où vous vous connectez pour vendre. Toutes vos places de marché de cette région seront connectées avec elle.',
          groups: {
            na: 'Amérique du Nord et du Sud',
            eu: 'Europe, Moyen-Orient, Afrique et Inde',
            fe: 'Asie-Pacifique',
          },
        },
      },
    },
    keys: {
      title: 'Utiliser les clés de votre propre application',
      suits: 'Si vous avez votre propre application privée dans Seller Central.',
      steps: [
        'Dans Seller Central, ouvrez Applications et services > Développer des applications.',
        'Donnez à votre application les rôles « Stock et suivi des commandes » (Inventory and Order Tracking) et « Listing du produit » (Product Listing).',
        'À côté de l’application, choisissez Autoriser l’application et copiez le refresh token.',
        'Sous Identifiants LWA, choisissez Afficher et copiez l’identifiant et le secret.',
      ],
      menu: 'Applications et services > Développer des applications',
      toWrite: {
        'orders.write':
          'Le rôle « Stock et suivi des commandes » suffit pour marquer les commandes comme expédiées.',
        'products.write':
          'Le rôle « Listing du produit » suffit pour modifier le stock et les prix. Indiquez aussi le jeton de marchand.',
      },
      fields: {
        marketplaceIds: {
          label: 'Place de marché principale',
          hint: 'Celle où vos offres sont lues. Amazon autorise les applications pour une seule région à la fois.',
          others: 'Autres pays où vous vendez',
          groups: {
            na: 'Amérique du Nord et du Sud',
            eu: 'Europe, Moyen-Orient, Afrique et Inde',
            fe: 'Asie-Pacifique',
          },
        },
      },
    },
  },
  reasons: {
    wrong_marketplace: 'Ce n’est pas une place de marché Amazon. Choisissez un pays dans la liste.',
    several_regions:
      'Ces places de marché appartiennent à plusieurs régions. Connectez chaque région séparément.',
    wrong_endpoint:
      'Cette adresse d’API n’est pas celle d’Amazon, ou appartient à une autre région que les places de marché.',
    wrong_seller:
      'Ce n’est pas un jeton de marchand. Il commence par A et figure dans Seller Central, sous Infos sur le compte.',
    not_a_token:
      'Ce n’est pas un jeton Amazon. Copiez le refresh token en entier ; il commence par Atzr|.',
    half_a_client:
      'L’identifiant client et le secret client vont ensemble. Remplissez les deux champs.',
    no_client:
      'Un refresh token nécessite l’identifiant client et le secret client de l’application pour laquelle il a été émis.',
    other_app:
      'Le refresh token a été émis pour une autre application. Indiquez l’identifiant client et le secret client de celle-ci.',
    client_unknown:
      'Amazon ne connaît pas cet identifiant client et ce secret client. Le secret a peut-être été renouvelé ; copiez-le à nouveau.',
    authorisation_ended:
      'Votre autorisation a expiré ou a été révoquée. Autorisez à nouveau l’application dans Seller Central.',
    token_expired:
      'Ce jeton d’accès a plus d’une heure. Utilisez plutôt un refresh token ; il commence par Atzr|.',
    token_invalid:
      'Amazon n’accepte pas ce jeton ici. Il a été révoqué, ou appartient à un compte vendeur d’une autre région.',
    role_missing:
      'L’application n’a pas le droit de lire vos commandes. Donnez-lui le rôle « Stock et suivi des commandes » (Inventory and Order Tracking) et autorisez-la à nouveau.',
    no_marketplace:
      'Votre compte n’est actif sur aucune place de marché de cette région. Choisissez une autre place de marché principale.',
    not_in_account: 'Sur l’une de ces places de marché, vous ne vendez pas. Retirez-la.',
    consent_denied:
      'Vous n’avez pas donné votre accord dans Seller Central : rien n’a été connecté. Vous pouvez réessayer à tout moment.',
    no_seller_named: 'Amazon n’a pas indiqué quel compte vendeur a donné son accord. Réessayez.',
  },
};
