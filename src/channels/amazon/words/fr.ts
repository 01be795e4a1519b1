// What a merchant reads when linking Amazon, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    token: {
      label: 'Refresh token',
      hint: 'Commence par Atzr| et n’est affiché qu’une fois, lors de l’autorisation de l’application.',
    },
    sellerId: {
      label: 'Jeton de marchand',
      hint: 'Seller Central, Paramètres, Informations sur le compte, Informations commerciales. Nécessaire pour les produits.',
    },
    clientId: { label: 'Identifiant client LWA' },
    clientSecret: { label: 'Secret client LWA' },
  },
  ways: {
    consent: {
      title: 'Se connecter à Seller Central',
      suits: 'Le mieux pour la plupart des comptes : rien n’est à copier.',
      fields: {
        marketplaceIds: {
          label: 'Place de marché principale',
          hint: 'Là où vous vous connectez pour vendre. Toutes vos places de marché de cette région sont liées avec elle.',
          groups: {
            na: 'Amérique du Nord et du Sud',
            eu: 'Europe, Moyen-Orient, Afrique et Inde',
            fe: 'Asie et Océanie',
          },
        },
      },
    },
    keys: {
      title: 'Utiliser les clés de votre propre application',
      suits: 'Pour les comptes qui ont leur propre application privée dans Seller Central.',
      steps: [
        'Dans Seller Central, ouvrez Applications et services, puis Développer des applications.',
        'Donnez à votre application les rôles « Inventory and Order Tracking » et « Product Listing ».',
        'À côté de l’application, choisissez Autoriser et copiez le refresh token.',
        'Sous Identifiants LWA, choisissez Afficher et copiez l’identifiant et le secret.',
      ],
      fields: {
        marketplaceIds: {
          label: 'Place de marché principale',
          hint: 'C’est là que vos offres sont lues. Amazon autorise les applications pour une région à la fois.',
          others: 'Autres pays où vous vendez',
          groups: {
            na: 'Amérique du Nord et du Sud',
            eu: 'Europe, Moyen-Orient, Afrique et Inde',
            fe: 'Asie et Océanie',
          },
        },
      },
    },
  },
  reasons: {
    wrong_marketplace:
      'Ce n’est pas une place de marché d’Amazon. Choisissez un pays dans la liste.',
    several_regions:
      'Ces places de marché appartiennent à plusieurs régions. Liez chaque région séparément.',
    wrong_endpoint:
      'Le point de terminaison n’est pas d’Amazon, ou relève d’une autre région que les places de marché.',
    wrong_seller:
      'Ce n’est pas un jeton de marchand. Il commence par A et figure dans Seller Central sous Informations sur le compte.',
    not_a_token:
      'Ce n’est pas un jeton d’Amazon. Copiez le refresh token en entier ; il commence par Atzr|.',
    half_a_client: 'L’identifiant client et le secret vont ensemble. Remplissez les deux.',
    no_client:
      'Un refresh token nécessite l’identifiant et le secret client de l’application pour laquelle il a été émis.',
    other_app:
      'Le refresh token a été émis pour une autre application. Indiquez l’identifiant et le secret de celle-ci.',
    client_unknown:
      'Amazon ne connaît pas cet identifiant et ce secret client. Le secret a peut-être été renouvelé ; copiez-le de nouveau.',
    authorisation_ended:
      'Votre autorisation a expiré ou a été retirée. Autorisez de nouveau l’application dans Seller Central.',
    token_expired:
      'Ce jeton d’accès a plus d’une heure. Utilisez un refresh token ; il commence par Atzr|.',
    token_invalid:
      'Amazon n’accepte pas ce jeton ici. Il a été retiré, ou appartient à un vendeur d’une autre région.',
    role_missing:
      'L’application ne peut pas lire vos commandes. Donnez-lui le rôle « Inventory and Order Tracking » et autorisez-la de nouveau.',
    no_marketplace:
      'Votre compte ne participe à aucune place de marché de cette région. Choisissez une autre place principale.',
    not_in_account: 'Vous ne vendez pas sur l’une de ces places de marché. Retirez-la.',
    consent_denied:
      'Vous n’avez pas donné votre accord dans Seller Central ; rien n’a été lié. Vous pouvez réessayer à tout moment.',
    no_seller_named: 'Amazon n’a pas indiqué quel vendeur a donné son accord. Réessayez.',
  },
};
