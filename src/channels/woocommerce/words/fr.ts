// What a merchant reads when linking WooCommerce, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    baseUrl: {
      label: 'Adresse de la boutique',
      hint: 'Comme dans le navigateur. Si WordPress est dans un dossier, avec ce dossier.',
    },
    consumerKey: { label: 'Clé client (consumer key)' },
    consumerSecret: {
      label: 'Secret client (consumer secret)',
      hint: 'Affiché une seule fois, à côté de la clé client, lors de sa création.',
    },
  },
  ways: {
    wordpress: {
      title: 'Donner votre accord dans WordPress',
      suits: 'Le plus simple pour la plupart des boutiques : rien à copier.',
    },
    keys: {
      title: 'Avec une clé de WordPress',
      suits:
        'Si l’accord dans WordPress n’aboutit pas, par exemple à cause d’une extension de sécurité.',
      steps: [
        'Connectez-vous à l’administration WordPress de votre boutique avec un compte administrateur.',
        'Ouvrez WooCommerce > Réglages > Avancé > API REST et choisissez Ajouter une clé.',
        'Comme utilisateur, choisissez un compte administrateur ou gestionnaire de boutique ; comme droit, choisissez Lecture.',
        'Choisissez Générer une clé d’API, puis copiez la clé client et le secret client.',
      ],
      menu: 'WooCommerce > Réglages > Avancé > API REST',
      button: 'Ajouter une clé',
      toWrite: {
        'orders.write': 'Comme droit, choisissez Lecture/Écriture au lieu de Lecture.',
        'products.write': 'Comme droit, choisissez Lecture/Écriture au lieu de Lecture.',
      },
    },
  },
  reasons: {
    rest_closed:
      'WordPress répond, mais son API REST est fermée aux visiteurs par une extension de sécurité ou un pare-feu. Autorisez-y les requêtes vers /wp-json/, ou connectez plutôt la boutique avec une clé.',
    rest_elsewhere:
      'WordPress a son API REST sous un autre nom que /wp-json/, ce que nous ne prenons pas en charge. Une extension l’a renommée : demandez à la personne qui gère le site d’annuler cela.',
    bad_address:
      'Ce n’est pas l’adresse d’un site. Saisissez-la comme dans le navigateur, par exemple https://www.example.com.',
    bad_keys:
      'La clé client commence par ck_ et le secret client par cs_. Copiez les deux en entier.',
    unreachable:
      'La boutique est injoignable en https. Elle est peut-être hors ligne, ou un pare-feu nous bloque. Si elle n’a pas du tout de https, saisissez son adresse avec http:// devant.',
    moved:
      'La boutique répond à une autre adresse, souvent avec ou sans www. Ouvrez-la dans votre navigateur et copiez l’adresse qu’il affiche.',
    permalinks_plain:
      'WordPress répond, mais ses permaliens sont réglés sur Simple, et ses données ne peuvent alors pas être lues. Dans WordPress, sous Réglages > Permaliens, choisissez autre chose et enregistrez.',
    redirect_loop:
      'La boutique nous fait tourner en rond : son adresse renvoie à elle-même. Demandez à votre hébergeur de vérifier les redirections, le cache et les réglages https.',
    back_to_http:
      'La boutique ramène de https à http. Dans WordPress, sous Réglages > Général, les deux adresses doivent commencer par https:// ; si c’est le cas, interrogez votre hébergeur sur son proxy.',
    login_wall:
      'La boutique envoie tout le monde vers une page de connexion, nous compris. Laissez passer les requêtes vers /wp-json/wc/ dans l’extension qui ferme le site.',
    redirected:
      'La boutique nous renvoie vers une autre page au lieu de ses données. Demandez à votre hébergeur de vérifier les redirections du site et de ses extensions.',
    maintenance:
      'La boutique est en maintenance : WordPress est en train de se mettre à jour. Réessayez dans quelques minutes.',
    https_port: 'La boutique attend ici du https. Saisissez son adresse avec https:// devant.',
    bad_certificate:
      'Le certificat de la boutique n’est pas valide, ou il manque le certificat intermédiaire qui le prouve ; les navigateurs le cachent souvent. Demandez à votre hébergeur d’installer la chaîne complète.',
    not_wordpress:
      'Aucun WordPress ne répond à cette adresse. Vérifiez-la. Si elle est correcte, regardez dans WordPress sous Réglages > Permaliens : tout convient sauf Simple.',
    not_woocommerce:
      'Cette adresse répond, mais pas comme WooCommerce. Vérifiez que c’est bien l’adresse de votre boutique et que rien d’autre ne répond sous /wp-json/wc/.',
    woocommerce_inactive:
      'WordPress répond, mais WooCommerce n’y est pas actif ou date d’avant la version 3.5. Activez ou mettez à jour l’extension et réessayez.',
    key_unknown:
      'La boutique ne connaît pas cette clé client. Copiez-la à nouveau. Si elle est correcte, le serveur web ou une extension de sécurité ne la transmet pas à WordPress : demandez à votre hébergeur de laisser passer l’en-tête Authorization.',
    secret_wrong:
      'La boutique connaît cette clé client, mais le secret client est incorrect. Il ne s’affiche qu’une fois : si vous ne l’avez plus, créez une nouvelle clé.',
    read_only: 'Cette clé ne permet que de lire. Créez-en une avec le droit Lecture/écriture.',
    write_only: 'Cette clé ne permet que d’écrire. Créez-en une avec le droit Lecture.',
    role_too_low:
      'La clé est correcte, mais son utilisateur WordPress n’a pas le droit de lire les commandes et les produits. Créez la clé pour un compte administrateur ou gestionnaire de boutique.',
    firewall:
      'Un pare-feu ou une extension de sécurité de la boutique nous bloque. Autorisez-y les requêtes vers /wp-json/wc/, ou demandez à votre hébergeur de le faire.',
    web_page:
      'La boutique répond par une page web au lieu de données. Un mode maintenance ou « bientôt disponible », ou une extension de sécurité, fait obstacle.',
    clock_skew:
      'L’horloge du serveur de la boutique est décalée de plus de 15 minutes : il refuse donc toute signature. Demandez à votre hébergeur de la régler.',
    signature_refused:
      'La boutique a refusé la signature : le secret client est incorrect, ou l’adresse n’est pas celle qui figure dans WordPress sous Réglages > Général.',
  },
};
