// The link pages in French.
import type { Vocabulary } from './en.ts';

export const fr: Vocabulary = {
  language: 'Français',
  languages: 'Langue',
  sealed: 'L’accès est enregistré sous forme chiffrée et ne sert qu’à la lecture.',
  sealedWrites: 'L’accès est enregistré sous forme chiffrée et ne sert qu’à ce qui est décrit ici.',
  skip: 'Aller au contenu',
  landing: {
    heading: (app) => `Connectez vos boutiques à ${app}`,
    lead: (app) =>
      `${app} souhaite lire les données des boutiques en ligne et des places de marché où vous vendez. Vous choisissez lesquelles.`,
    leadWrites: (app) =>
      `${app} souhaite lire les données des boutiques en ligne et des places de marché où vous vendez, et y faire certaines modifications. Vous choisissez lesquelles.`,
    shared: (app) => `${app} pourra lire`,
    orders: 'Les commandes : acheteurs, adresses, montants et état',
    products: 'Les produits : prix, images et stock',
    unchanged: 'Rien n’est modifié dans vos boutiques.',
    changed: (app) => `${app} pourra modifier`,
    changes: {
      'orders.write': 'Les commandes : les marquer comme expédiées, avec leur suivi',
      'products.write': 'Les produits : leur stock et leurs prix',
    },
    otherwise: 'Rien d’autre n’est modifié dans vos boutiques.',
    once: 'Ce lien fonctionne une seule fois, dans ce navigateur.',
    proceed: 'Continuer',
  },
  list: {
    heading: 'Choisissez un canal',
    lead: (app) => `Connectez-en autant que vous voulez à ${app}, l’un après l’autre.`,
    search: 'Rechercher un canal',
    find: 'Rechercher',
    nothing: (query) => `Aucun canal ne correspond à « ${query} ».`,
    all: 'Afficher tous les canaux',
    found: (count) => (count === 1 ? '1 canal trouvé' : `${count} canaux trouvés`),
    linkedSince: (date) => `Connecté depuis le ${date}`,
    attention: 'À vérifier',
    readOnly: 'Connecté en lecture seule',
    headingOne: 'Votre canal',
    leadOne: (title, app) => `${app} demande uniquement ${title}.`,
    linkedCount: (count) =>
      count === 1 ? '1 canal est connecté' : `${count} canaux sont connectés`,
    attentionCount: (count) => (count === 1 ? '1 est à vérifier' : `${count} sont à vérifier`),
    again: 'Reconnecter',
    finish: 'Terminer',
    leave: 'Quitter sans rien connecter',
    justLinked: (title) => `${title} est connecté.`,
    next: 'Choisissez un autre canal ou terminez.',
    nextOne: 'Vous pouvez terminer maintenant.',
    unlinked: (title) => `${title} est déconnecté.`,
    forgotten: 'L’accès enregistré ici a été effacé.',
  },
  channel: {
    back: 'Tous les canaux',
    heading: (title) => `Connecter ${title}`,
    replaces: 'Une nouvelle connexion remplace l’accès enregistré.',
    attention: (title) =>
      `${title} n’accepte plus l’accès enregistré. Reconnectez ce canal pour continuer.`,
    unreadable: (title) =>
      `L’accès enregistré pour ${title} ne peut plus être lu. Reconnectez ce canal pour continuer.`,
    otherWays: 'Choisir une autre méthode',
    noWay: (title) =>
      `${title} ne peut pas encore être connecté ici. Adressez-vous à l’application d’où vous venez.`,
    step: (at, of) => `Étape ${at} sur ${of}`,
    next: 'Suivant',
    previous: 'Retour',
    place: (title) => `Ouvrir la page dans ${title}`,
    newTab: 's’ouvre dans un nouvel onglet',
    example: (text) => `Par exemple : ${text}`,
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    submit: 'Vérifier et connecter',
    consent: (title) =>
      `Connectez-vous à ${title} et donnez-y votre accord. Vous reviendrez ensuite ici automatiquement.`,
    proceed: (title) => `Continuer vers ${title}`,
    show: 'Afficher',
    hide: 'Masquer',
    kept: 'La valeur de votre dernier essai est conservée. Laissez ce champ vide pour la réutiliser.',
    backOne: 'Vue d’ensemble',
    prefilled:
      'Champs remplis comme lors de la dernière connexion. Corrigez ce qui n’est plus exact.',
    disconnect: (title) => `Déconnecter ${title}`,
    readOnly: (app, title) =>
      `${title} est connecté en lecture seule. Reconnectez ce canal pour permettre aussi à ${app} les modifications décrites ci-dessous.`,
    toWrite: (app) => `Pour que l’application ${app} puisse aussi faire des modifications :`,
    reads: {
      both: 'Les commandes et les produits sont lus.',
      orders: 'Seules les commandes sont lues.',
      products: 'Seuls les produits sont lus, pas les commandes.',
    },
    unchanged: 'Rien n’est modifié.',
    changes: {
      'orders.write': (app) =>
        `${app} peut marquer les commandes comme expédiées. Rien d’autre n’est modifié.`,
      'products.write': (app) =>
        `${app} peut modifier le stock et les prix. Rien d’autre n’est modifié.`,
      both: (app) =>
        `${app} peut marquer les commandes comme expédiées et modifier le stock et les prix. Rien d’autre n’est modifié.`,
    },
  },
  found: {
    heading: 'Est-ce votre boutique ?',
    at: (address, name) => `Nous avons trouvé ${name} à l’adresse ${address}.`,
    guess: (address) =>
      `Vouliez-vous dire ${address} ? Aucune boutique ne correspond à votre saisie.`,
    elsewhere: (address) => `L’adresse saisie mène à un autre site : ${address}.`,
    look: 'Si c’est bien la vôtre, continuez. Pour l’instant, rien n’a été transmis à ce site.',
    yes: 'Oui, continuer',
    no: 'Modifier l’adresse',
  },
  busy: {
    checking: (title) => `Nous interrogeons ${title}…`,
    checkingText: 'Nous faisons un essai. Cela prend quelques secondes.',
    still: 'Nous attendons toujours une réponse…',
    long: 'C’est plus long que d’habitude. Sans réponse, nous arrêterons automatiquement.',
    leaving: (title) => `Redirection vers ${title}…`,
    leavingText: (host) => `Donnez votre accord sur ${host} ; vous reviendrez ensuite ici.`,
    opening: 'Un instant…',
    button: 'Vérification…',
  },
  confirm: {
    heading: (title) => `Est-ce votre boutique ${title} ?`,
    text: (whom) =>
      `${whom} pourra en lire les commandes et les produits. Si ce n’est pas la vôtre, ou pas la bonne, répondez « Non » : rien ne sera connecté.`,
    yes: (whom) => `Oui, la connecter pour ${whom}`,
    no: 'Non',
    whose: {
      heading: 'Pour qui est cette boutique ?',
      text: (title) =>
        `Plusieurs visites sont ouvertes dans ce navigateur, et ${title} n’indique pas à laquelle cette boutique appartient. Choisissez la bonne. Rien ne sera connecté avant votre confirmation à la page suivante.`,
      none: 'Aucune de celles-ci',
    },
  },
  connection: {
    linked: 'Connecté',
    account: 'Boutique ou compte',
    address: 'Adresse',
    since: 'Connecté depuis',
    access: 'Accès',
    last: 'Dernière lecture',
    well: (when) => `${when}, sans problème`,
    failed: (when) => `${when}, échec`,
    never: 'Rien n’a encore été lu',
  },
  disconnect: {
    heading: (title) => `Déconnecter ${title} ?`,
    text: (app, title) =>
      `${app} n’aura plus accès à ${title}. Ce qui a déjà été lu reste chez ${app}. Vous pouvez reconnecter ${title} à tout moment.`,
    there: (title) =>
      `Les clés que vous avez créées dans ${title} y restent valides. Supprimez-y celles dont vous n’avez plus besoin.`,
    yes: 'Oui, déconnecter',
    no: 'Non, garder la connexion',
  },
  footer: {
    links: (app) => `${app} : informations et contact`,
    privacy: 'Politique de confidentialité',
    terms: 'Conditions d’utilisation',
    support: 'Aide et contact',
  },
  embed: {
    openTab: 'Continuer dans un nouvel onglet',
    leaving: (host) =>
      `Vous donnez votre accord sur ${host}, dans un nouvel onglet. Cette page vous attend.`,
    waiting: {
      heading: 'Continuez dans l’autre onglet',
      text: (title) =>
        `Donnez votre accord à ${title} dans l’autre onglet. Cette page continue ensuite d’elle-même.`,
    },
    reopen: 'Rouvrir l’onglet',
    done: (app) => `Vous pouvez fermer cet onglet et revenir à ${app}.`,
  },
  problem: {
    title: (title) => `Erreur : ${title}`,
    dropped:
      'L’adresse a changé, saisissez donc ceci à nouveau. Nous ne l’envoyons qu’à l’adresse pour laquelle cela a été saisi.',
    heading: (title) => `${title} n’est pas encore connecté`,
    again: (title) => `${title} n’a pas pu être reconnecté`,
    said: (speaker) => `${speaker} a répondu :`,
    kept: 'La connexion existante reste en place.',
    field: 'Veuillez vérifier cette valeur.',
    missing: 'Veuillez remplir ce champ.',
    long: (most) => `Ce texte dépasse ${most} caractères. Vérifiez ce qui a été collé.`,
    form: (example) => `Cette valeur ne semble pas correcte. Elle devrait ressembler à ${example}.`,
    swapped: (other, own) =>
      `Cela ressemble à la valeur du champ « ${other} ». Ici, il faut « ${own} ».`,
    pair: 'Deux valeurs ont été collées ici. Saisissez chacune dans son propre champ.',
    twice: (other) =>
      `Cette valeur est identique à celle du champ « ${other} », alors que les deux doivent être différentes.`,
    foreign: (title) => `Cela ressemble à une clé ${title}, pas à une clé de ce canal.`,
    otherKind: (title) => `À cette adresse se trouve une boutique ${title}.`,
    otherLink: (title) => `La connecter comme boutique ${title}`,
  },
  things: {
    both: 'les commandes et les produits',
    orders: 'les commandes',
    products: 'les produits',
  },
  faults: {
    invalid_request: () => 'L’une des valeurs ne semble pas correcte. Comparez-la à l’exemple.',
    address_not_allowed: () =>
      'Nous ne pouvons pas interroger cette adresse. Vérifiez qu’elle ne contient pas de faute de frappe.',
    credential_refused: (title) =>
      `${title} n’accepte pas cette clé. Copiez-la à nouveau, en entier et sans espace, et vérifiez qu’elle n’a pas été révoquée.`,
    permission_missing: (title, things) =>
      `La clé est correcte, mais ${title} ne lui permet pas de lire ${things}. Donnez-lui ces droits et réessayez.`,
    channel_rate_limited: (title) =>
      `${title} reçoit trop de requêtes en ce moment. Attendez une minute et réessayez.`,
    channel_failed: (title) =>
      `${title} a signalé une erreur de son côté. Réessayez dans quelques minutes.`,
    channel_invalid_response: (title) =>
      `Nous avons reçu une réponse, mais elle ne semble pas venir de chez ${title}. Si vous avez saisi une adresse, vérifiez-la. Sinon, un intermédiaire a répondu à sa place : réessayez dans quelques minutes.`,
    channel_timeout: (title) =>
      `${title} n’a pas répondu à temps. Réessayez ; si cela se reproduit, la boutique est peut-être surchargée ou refuse nos requêtes.`,
    app_refused: (title) =>
      `L’exploitant de ce service doit d’abord corriger un réglage chez ${title}. Vous n’y êtes pour rien, et ce qui était connecté le reste. Réessayez plus tard, ou choisissez une autre méthode s’il y en a une.`,
    unexpected: () => 'Un problème est survenu de notre côté. Réessayez dans quelques minutes.',
  },
  reasons: {
    unknown_host: () =>
      'Aucun site ne porte ce nom : il n’existe pas. Vérifiez que l’adresse ne contient pas de faute de frappe.',
    bad_certificate: () =>
      'Le certificat du site n’est pas valide : rien ne peut lui être envoyé en toute sécurité. Demandez à votre hébergeur de le renouveler.',
    password_wall: () =>
      'Ce site demande à chaque visiteur un nom d’utilisateur et un mot de passe, comme le fait souvent la version de test d’une boutique. Saisissez l’adresse de la boutique publique, ou faites retirer le mot de passe et réessayez.',
    maintenance: () =>
      'Le site est actuellement fermé pour maintenance. Réessayez dans quelques minutes.',
    firewall: () =>
      'Un pare-feu ou une extension de sécurité du site nous bloque. Demandez à l’hébergeur de laisser passer nos requêtes.',
    unreachable: () =>
      'Le site est injoignable. Il est peut-être hors ligne, ou un pare-feu nous bloque.',
    consent_denied: (title) =>
      `L’accès n’a pas été accordé chez ${title}. Rien n’a été connecté. Vous pouvez réessayer à tout moment.`,
    wrong_state: (title) =>
      `La réponse envoyée par ${title} ne correspond pas à cette visite. Par sécurité, rien n’a été connecté. Recommencez ici.`,
    bad_signature: (title) =>
      `La réponse n’est pas signée par ${title}. Par sécurité, rien n’a été connecté. Recommencez ici. Si cela se reproduit, signalez-le à l’application d’où vous venez : son exploitant doit peut-être corriger un réglage.`,
    clock_skew: () =>
      'La réponse est trop ancienne, ou une horloge n’est pas à l’heure. Recommencez ici et donnez votre accord dans la minute.',
    wrong_account: (title) =>
      `${title} a répondu pour un autre compte que celui avec lequel vous avez commencé. Vérifiez avec quel compte votre session y est ouverte, puis recommencez.`,
    code_refused: (title) =>
      `${title} n’a pas accepté l’accord : il est arrivé trop tard ou avait déjà servi. Recommencez ici.`,
    not_received: (title) =>
      `Vous avez donné votre accord, mais ${title} n’a pas pu nous transmettre sa clé. Un pare-feu ou une extension de sécurité de la boutique la bloque peut-être. Connectez plutôt la boutique avec une clé.`,
    app_not_set: (title) =>
      `Ce service n’est plus configuré pour la connexion à ${title} : son exploitant doit corriger cela. Vous n’y êtes pour rien. Réessayez plus tard, ou choisissez une autre méthode s’il y en a une.`,
    app_unknown: (title) =>
      `${title} n’accepte pas ce service pour le moment : son exploitant doit corriger cela. Vous n’y êtes pour rien. Réessayez plus tard, ou choisissez une autre méthode s’il y en a une.`,
    one_word: () =>
      'C’est un seul mot, pas une adresse complète. Saisissez-la comme dans le navigateur, par exemple www.example.com.',
    mail_address: () =>
      'C’est une adresse e-mail. Saisissez l’adresse de la boutique comme dans le navigateur, par exemple www.example.com.',
    login_in_address: () =>
      'Cette adresse contient un nom d’utilisateur ou un mot de passe. Retirez-le.',
    port_not_allowed: () =>
      'Le nombre après les deux-points est un port que nous n’utilisons pas. Retirez-le, ou adressez-vous à l’application d’où vous venez.',
    private_address: () =>
      'Cette adresse n’est pas sur l’internet public : nous ne pouvons pas l’atteindre. Saisissez l’adresse à laquelle vos clients voient la boutique.',
    https_only: () => 'Cette adresse doit commencer par https://.',
    other_host: () => 'Ce n’est pas une adresse de ce canal. Comparez-la à l’exemple.',
    redirect_loop: () =>
      'L’adresse nous fait tourner en rond. Demandez à votre hébergeur de vérifier les redirections du site.',
    back_to_http: () =>
      'Le site ramène de https à http, où rien n’est protégé. Demandez à votre hébergeur de corriger cela.',
    host_left_alone: (title) =>
      `${title} n’a pas répondu correctement à plusieurs reprises : nous faisons une courte pause. Réessayez dans une minute.`,
    too_many_tries: () =>
      'Plusieurs essais sont en cours en même temps. Attendez que l’un d’eux soit terminé, puis réessayez.',
  },
  shop: {
    name: 'Votre boutique',
    said: {
      permission_missing: (_, things) =>
        `La clé est correcte, mais votre boutique ne lui permet pas de lire ${things}. Donnez-lui ces droits et réessayez.`,
      channel_invalid_response: () =>
        'Nous avons reçu une réponse, mais elle ne semble pas venir de votre boutique. Vérifiez l’adresse. Si elle est correcte, un intermédiaire a répondu à la place de votre boutique : réessayez dans quelques minutes.',
      consent_denied: () =>
        'L’accès n’a pas été accordé dans votre boutique. Rien n’a été connecté. Vous pouvez réessayer à tout moment.',
      wrong_state: () =>
        'La réponse envoyée par votre boutique ne correspond pas à cette visite. Par sécurité, rien n’a été connecté. Recommencez ici.',
      wrong_account: () =>
        'Ce n’est pas la boutique avec laquelle vous avez commencé qui a répondu. Vérifiez dans quelle boutique votre session est ouverte, puis recommencez.',
      not_received: () =>
        'Vous avez donné votre accord, mais votre boutique n’a pas pu nous transmettre sa clé. Un pare-feu ou une extension de sécurité la bloque peut-être. Connectez plutôt la boutique avec une clé.',
    },
  },
  messages: {
    used: {
      heading: 'Ce lien a déjà servi',
      text: 'Il a déjà été ouvert, peut-être dans un autre navigateur ou sur un autre appareil. Retournez-y, ou demandez un nouveau lien dans l’application d’où vous venez.',
    },
    expired: {
      heading: 'Ce lien a expiré',
      text: 'Les liens ne fonctionnent que peu de temps. Demandez-en un nouveau dans l’application d’où vous venez.',
    },
    unknown: {
      heading: 'Ce lien est inconnu',
      text: 'Une partie du lien s’est peut-être perdue lors de la copie. Ouvrez-le à nouveau depuis le message, ou demandez-en un nouveau.',
    },
    over: {
      heading: 'Votre visite est terminée',
      text: 'Par sécurité, elle prend fin après un certain temps. Ce que vous avez connecté le reste. Pour continuer, demandez un nouveau lien dans l’application d’où vous venez.',
    },
    finished: {
      heading: 'Vous avez terminé',
      text: 'Plus rien ne peut être modifié ici. Pour connecter ou modifier quelque chose, demandez un nouveau lien dans l’application d’où vous venez.',
    },
    elsewhere: {
      heading: 'Continuez dans le navigateur où vous avez commencé',
      text: 'Cette visite appartient à un autre navigateur ou à une autre fenêtre. Retournez-y, ou demandez un nouveau lien dans l’application d’où vous venez.',
    },
    cookies: {
      heading: 'Votre navigateur n’enregistre pas de cookies pour cette page',
      text: 'Un cookie est nécessaire pour que personne d’autre que vous ne puisse continuer ici. Autorisez les cookies pour cette page et ouvrez à nouveau le lien : il peut encore servir.',
    },
    newTab: {
      heading: 'Continuez dans un nouvel onglet',
      text: 'Votre navigateur ne permet pas à cette page d’enregistrer un cookie tant qu’elle est affichée dans une autre page. Dans un onglet à part, cela fonctionne. Ce que vous y connectez apparaît aussi ici.',
    },
    stale: {
      heading: 'Cette page n’est plus à jour',
      text: 'Elle appartient à une autre visite dans ce navigateur : rien n’a été fait. Recommencez depuis la liste des canaux.',
    },
    wrongState: {
      heading: 'Nous n’attendions pas cette réponse',
      text: 'Elle a déjà servi, est arrivée trop tard ou était destinée à un autre navigateur. Rien n’a été modifié. Revenez à la page où vous avez commencé, ou ouvrez à nouveau votre lien.',
    },
    late: {
      heading: 'Cela a pris trop de temps',
      text: 'Votre accord est arrivé trop tard. Recommencez depuis la liste des canaux.',
    },
    oneAtATime: {
      heading: 'Une seule à la fois',
      text: 'Une autre visite dans ce navigateur attend une réponse de ce canal, qui n’indique pas à qui elle est destinée. Terminez d’abord cette visite, ou ouvrez ce lien dans un autre navigateur ou dans une fenêtre privée.',
    },
    missing: {
      heading: 'Cette page n’existe pas',
      text: 'Revenez à la liste des canaux, ou ouvrez à nouveau le lien que vous avez reçu.',
    },
    method: {
      heading: 'Cette page ne peut pas être ouverte ainsi',
      text: 'Revenez à la page d’où vous venez, ou ouvrez à nouveau le lien que vous avez reçu.',
    },
    broken: {
      heading: 'Un problème est survenu de notre côté',
      text: 'Vous n’y êtes pour rien, et rien n’a été modifié. Réessayez dans quelques minutes.',
    },
    unavailable: {
      heading: 'Le service est momentanément indisponible',
      text: 'Rien n’a été modifié. Réessayez dans une minute.',
    },
    tooMany: {
      heading: 'Trop d’essais',
      text: 'Plusieurs liens qui n’existent pas ont été ouverts depuis votre réseau. Attendez quelques minutes et ouvrez à nouveau votre lien.',
    },
    tooLarge: {
      heading: 'Trop de données ont été envoyées',
      text: 'Votre navigateur a envoyé plus que cette page ne peut lire. Revenez en arrière et vérifiez ce qui a été collé dans le formulaire.',
    },
  },
  closing: {
    completed: { heading: 'C’est fait', text: 'Vous pouvez fermer cette page.' },
    cancelled: {
      heading: 'Vous avez arrêté avant la fin',
      text: 'Vous pouvez fermer cette page. Ce que vous avez connecté le reste.',
    },
    linked: 'Connectés pendant cette visite',
    back: 'Retour aux canaux',
    toApp: (app) => `Retour à ${app}`,
    again: 'Réessayer',
  },
};
