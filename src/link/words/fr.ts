// The link pages in French.
import type { Vocabulary } from './words.ts';

export const fr: Vocabulary = {
  language: 'Français',
  languages: 'Langue',
  sealed: 'L’accès est conservé chiffré et ne sert qu’à lire.',
  skip: 'Aller au contenu',
  landing: {
    heading: (app) => `Reliez vos boutiques à ${app}`,
    lead: (app) =>
      `${app} souhaite lire les données des boutiques en ligne et des places de marché où vous vendez. Vous choisissez lesquelles.`,
    shared: (app) => `Ce que ${app} pourra lire`,
    orders: 'Les commandes : acheteurs, adresses, montants et état',
    products: 'Les produits : prix, images et stock',
    unchanged: 'Rien n’est modifié dans vos boutiques.',
    once: 'Ce lien fonctionne une seule fois, dans ce navigateur.',
    proceed: 'Continuer',
  },
  list: {
    heading: 'Choisissez un canal',
    lead: (app) => `Reliez-en autant que vous voulez à ${app}, l’un après l’autre.`,
    search: 'Rechercher un canal',
    find: 'Rechercher',
    nothing: (query) => `Aucun canal ne s’appelle « ${query} ».`,
    all: 'Afficher tous les canaux',
    notLinked: 'Non relié',
    linkedSince: (date) => `Relié depuis le ${date}`,
    attention: 'À vérifier',
    headingOne: 'Votre canal',
    leadOne: (title, app) => `${app} ne demande que ${title}.`,
    linkedCount: (count) =>
      count === 1 ? '1 canal est connecté' : `${count} canaux sont connectés`,
    attentionCount: (count) => (count === 1 ? '1 est à vérifier' : `${count} sont à vérifier`),
    again: 'Reconnecter',
    finish: 'Terminer',
    leave: 'Quitter sans terminer',
    justLinked: (title) => `${title} est relié.`,
    next: 'Choisissez un autre canal ou terminez.',
    nextOne: 'Vous pouvez terminer maintenant.',
    unlinked: (title) => `${title} est déconnecté.`,
    forgotten: 'L’accès conservé ici est effacé.',
  },
  channel: {
    back: 'Tous les canaux',
    heading: (title) => `Relier ${title}`,
    linked: (date) => `Relié depuis le ${date}.`,
    replaces: 'Relier à nouveau remplace l’accès conservé actuellement.',
    attention: (title) =>
      `${title} n’accepte plus l’accès conservé. Reliez-le à nouveau pour continuer.`,
    otherWays: 'Une autre façon',
    noWay: (title) =>
      `${title} ne peut pas encore être relié ici. Adressez-vous à l’application qui vous a envoyé.`,
    steps: 'Où trouver cela ?',
    place: (title) => `Ouvrir la page dans ${title}`,
    showPlace: (title) => `Me montrer la page dans ${title}`,
    newTab: 's’ouvre dans un nouvel onglet',
    example: (text) => `Par exemple ${text}`,
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    submit: 'Vérifier et relier',
    consent: (title) =>
      `Vous vous connectez à ${title} et donnez votre accord là-bas. Ensuite vous revenez ici automatiquement.`,
    proceed: (title) => `Continuer vers ${title}`,
    show: 'Afficher',
    hide: 'Masquer',
    kept: 'Conservé depuis votre dernier essai. Laissez ce champ vide pour le réutiliser.',
    backOne: 'Vue d’ensemble',
    prefilled: 'Rempli comme lors de la dernière connexion. Modifiez-le si ce n’est plus exact.',
    disconnect: (title) => `Déconnecter ${title}`,
    reads: {
      both: 'Les commandes et les produits sont lus. Rien n’est modifié.',
      orders: 'Seules les commandes sont lues. Rien n’est modifié.',
      products: 'Seuls les produits sont lus, pas les commandes. Rien n’est modifié.',
    },
  },
  found: {
    heading: 'Est-ce votre boutique ?',
    at: (address, name) =>
      name === undefined
        ? `Nous avons trouvé une boutique à l’adresse ${address}.`
        : `Nous avons trouvé ${name} à l’adresse ${address}.`,
    elsewhere: (address) => `L’adresse saisie mène à un autre site, ${address}.`,
    look: 'Si c’est la vôtre, envoyez le formulaire une nouvelle fois. Rien n’y a encore été envoyé.',
    yes: 'Oui, continuer',
    no: 'Modifier l’adresse',
  },
  busy: {
    checking: (title) => `Vérification auprès de ${title}…`,
    checkingText: 'Nous faisons un appel d’essai. Cela prend quelques secondes.',
    still: 'Nous attendons toujours une réponse…',
    long: 'C’est plus long que d’habitude. Nous arrêtons de nous-mêmes si rien ne vient.',
    leaving: (title) => `Nous vous amenons à ${title}…`,
    leavingText: (host) => `Vous donnez votre accord sur ${host}, puis vous revenez ici.`,
    opening: 'Un instant…',
    button: 'Vérification…',
  },
  confirm: {
    heading: (title) => `Est-ce votre boutique ${title} ?`,
    text: (whom) =>
      `${whom} pourra en lire les commandes et les produits. Si ce n’est pas la vôtre, ou pas celle que vous vouliez, répondez non : rien ne sera connecté.`,
    yes: 'Oui, la connecter',
    no: 'Non',
  },
  disconnect: {
    heading: (title) => `Déconnecter ${title} ?`,
    text: (app, title) =>
      `${app} ne pourra plus rien lire dans ${title}. Ce qui a déjà été lu reste chez ${app}. Vous pouvez reconnecter ${title} à tout moment.`,
    there: (title) =>
      `Les clés que vous avez créées dans ${title} y restent valables. Supprimez-les là-bas si vous n’en avez plus besoin.`,
    yes: 'Oui, déconnecter',
    no: 'Non, garder la connexion',
  },
  footer: {
    links: (app) => `À propos de ${app}`,
    privacy: 'Confidentialité',
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
        `Donnez-y votre accord chez ${title}. Cette page continue ensuite d’elle-même.`,
    },
    reopen: 'Rouvrir l’onglet',
    done: (app) => `Vous pouvez fermer cet onglet et revenir à ${app}.`,
  },
  problem: {
    heading: (title) => `${title} n’est pas encore relié`,
    again: (title) => `${title} n’a pas pu être relié à nouveau`,
    said: (speaker) => `${speaker} a répondu :`,
    kept: 'Ce qui était relié auparavant reste tel quel.',
    field: 'Veuillez vérifier cette valeur.',
    missing: 'Veuillez remplir ce champ.',
    form: (example) =>
      `Cela ne ressemble pas à la bonne valeur. Elle devrait ressembler à ${example}.`,
    swapped: (other, own) => `Cela ressemble à la valeur de « ${other} ». Ici, il faut « ${own} ».`,
    pair: 'Deux valeurs ont été collées ici. Mettez chacune dans son propre champ.',
    twice: (other) =>
      `C’est la même valeur que dans « ${other} ». Ce sont deux valeurs différentes.`,
    foreign: (title) => `Cela ressemble à une clé de ${title}, pas de ce canal.`,
    otherKind: (title) =>
      `À cette adresse se trouve une boutique ${title}. Revenez à la liste et choisissez-y ${title}.`,
    first: 'Remplissez d’abord ceci, puis nous pourrons vous montrer la page.',
  },
  things: {
    both: 'les commandes et les produits',
    orders: 'les commandes',
    products: 'les produits',
  },
  faults: {
    invalid_request: () => 'L’une des valeurs ne semble pas juste. Comparez-la avec l’exemple.',
    address_not_allowed: () =>
      'Cette adresse ne peut pas être appelée. Vérifiez qu’elle est bien écrite.',
    credential_refused: (title) =>
      `${title} n’accepte pas cette clé. Copiez-la à nouveau, entière et sans espace, et vérifiez qu’elle n’a pas été révoquée.`,
    permission_missing: (title, things) =>
      `La clé est bonne, mais ${title} ne lui permet pas de lire ${things}. Donnez-lui ces droits et réessayez.`,
    channel_rate_limited: (title) =>
      `${title} reçoit trop de demandes en ce moment. Attendez une minute et réessayez.`,
    channel_failed: (title) =>
      `${title} a signalé une erreur de son côté. Réessayez dans quelques minutes.`,
    channel_invalid_response: (title) =>
      `Une réponse est venue, mais pas comme ${title} la donne. Si vous avez saisi une adresse, vérifiez-la. Sinon, quelque chose a répondu en chemin à la place de ${title} : réessayez dans quelques minutes.`,
    channel_timeout: (title) =>
      `${title} n’a pas répondu à temps. Réessayez ; si cela se reproduit, la boutique est peut-être surchargée ou nous est fermée.`,
    app_refused: (title) =>
      `L’exploitant de ce service doit d’abord corriger un réglage chez ${title}. Vous n’y êtes pour rien, et ce qui était connecté le reste. Réessayez plus tard, ou choisissez une autre méthode s’il y en a une.`,
    unexpected: () => 'Un problème est survenu de notre côté. Réessayez dans quelques minutes.',
  },
  reasons: {
    unknown_host: () => 'Il n’y a pas de site à cette adresse. Vérifiez l’orthographe.',
    bad_certificate: () =>
      'Le certificat du site n’est pas valable, rien ne peut donc lui être envoyé en sécurité. Demandez à votre hébergeur de le renouveler.',
    unreachable: () =>
      'Le site est injoignable. Il est peut-être hors ligne, ou un pare-feu nous bloque.',
    consent_denied: (title) =>
      `L’accès n’a pas été accordé chez ${title}. Rien n’a été relié. Vous pouvez réessayer à tout moment.`,
    wrong_state: (title) =>
      `La réponse de ${title} n’appartient pas à cette visite. Par sécurité, rien n’a été relié. Recommencez d’ici.`,
    bad_signature: (title) =>
      `La réponse n’est pas signée par ${title}. Par sécurité, rien n’a été relié. Recommencez d’ici. Si cela se reproduit, signalez-le à l’application qui vous a envoyé ici : son exploitant doit peut-être corriger un réglage.`,
    clock_skew: () =>
      'La réponse est trop ancienne, ou une horloge est fausse. Recommencez d’ici et donnez votre accord dans la minute.',
    wrong_account: (title) =>
      `${title} a répondu pour un autre compte que celui avec lequel vous avez commencé. Vérifiez à quel compte vous êtes connecté et recommencez.`,
    code_refused: (title) =>
      `${title} n’a pas accepté l’accord, parce qu’il a trop tardé ou a déjà servi. Recommencez d’ici.`,
    not_received: (title) =>
      `Vous avez donné votre accord, mais ${title} n’a pas pu nous remettre sa clé. Un pare-feu ou une extension de sécurité de la boutique la retient peut-être. Reliez plutôt avec une clé.`,
    app_not_set: (title) =>
      `Ce service n’est plus configuré pour la connexion chez ${title} : son exploitant doit corriger cela. Vous n’y êtes pour rien. Réessayez plus tard, ou choisissez une autre méthode s’il y en a une.`,
    app_unknown: (title) =>
      `${title} n’accepte pas ce service pour le moment : son exploitant doit corriger cela. Vous n’y êtes pour rien. Réessayez plus tard, ou choisissez une autre méthode s’il y en a une.`,
    one_word: () =>
      'C’est un seul mot, pas une adresse entière. Écrivez-la comme dans le navigateur, par exemple www.example.com.',
    mail_address: () =>
      'C’est une adresse e-mail. Écrivez l’adresse de la boutique comme dans le navigateur, par exemple www.example.com.',
    login_in_address: () =>
      'Cette adresse contient un nom d’utilisateur ou un mot de passe. Retirez-le.',
    port_not_allowed: () =>
      'Le nombre après les deux-points est un port que nous n’appelons pas. Retirez-le, ou demandez à l’application qui vous a envoyé.',
    private_address: () =>
      'Cette adresse n’est pas sur l’internet public, nous ne pouvons donc pas l’atteindre. Écrivez l’adresse où les clients voient la boutique.',
    https_only: () => 'Cette adresse doit commencer par https://.',
    other_host: () => 'Ce n’est pas une adresse de ce canal. Comparez-la avec l’exemple.',
    redirect_loop: () =>
      'L’adresse nous fait tourner en rond. Demandez à votre hébergeur de vérifier les redirections du site.',
    back_to_http: () =>
      'Le site ramène de https à http, où rien n’est protégé. Demandez à votre hébergeur de corriger cela.',
    host_left_alone: (title) =>
      `${title} vient d’échouer plusieurs fois, nous attendons donc un moment. Réessayez dans une minute.`,
    too_many_tries: () =>
      'Plusieurs essais sont en cours en même temps. Attendez que l’un d’eux soit terminé, puis réessayez.',
    swapped: () =>
      'Deux valeurs semblent avoir été inversées. Mettez chacune dans son propre champ.',
    pair: () =>
      'Deux valeurs ont été collées dans un seul champ. Mettez chacune dans son propre champ.',
    twice: () => 'La même valeur est dans deux champs. Ce sont deux valeurs différentes.',
  },
  shop: {
    name: 'Votre boutique',
    said: {
      credential_refused: () =>
        'Votre boutique n’accepte pas cette clé. Copiez-la à nouveau, entière et sans espace, et vérifiez qu’elle n’a pas été révoquée.',
      permission_missing: (things) =>
        `La clé est bonne, mais votre boutique ne lui permet pas de lire ${things}. Donnez-lui ces droits et réessayez.`,
      channel_rate_limited: () =>
        'Votre boutique reçoit trop de demandes en ce moment. Attendez une minute et réessayez.',
      channel_failed: () =>
        'Votre boutique a signalé une erreur de son côté. Réessayez dans quelques minutes.',
      channel_invalid_response: () =>
        'Une réponse est venue, mais pas comme votre boutique devrait la donner. Vérifiez l’adresse. Si elle est juste, quelque chose a répondu en chemin à la place de votre boutique : réessayez dans quelques minutes.',
      channel_timeout: () =>
        'Votre boutique n’a pas répondu à temps. Réessayez ; si cela se reproduit, elle est peut-être surchargée ou nous est fermée.',
      consent_denied: () =>
        'L’accès n’a pas été accordé dans votre boutique. Rien n’a été relié. Vous pouvez réessayer à tout moment.',
      wrong_state: () =>
        'La réponse de votre boutique n’appartient pas à cette visite. Par sécurité, rien n’a été relié. Recommencez d’ici.',
      wrong_account: () =>
        'Une autre boutique que celle avec laquelle vous avez commencé a répondu. Vérifiez à quelle boutique vous êtes connecté et recommencez.',
      code_refused: () =>
        'Votre boutique n’a pas accepté l’accord, parce qu’il a trop tardé ou a déjà servi. Recommencez d’ici.',
      not_received: () =>
        'Vous avez donné votre accord, mais votre boutique n’a pas pu nous remettre sa clé. Un pare-feu ou une extension de sécurité la retient peut-être. Reliez plutôt avec une clé.',
      host_left_alone: () =>
        'Votre boutique vient d’échouer plusieurs fois, nous attendons donc un moment. Réessayez dans une minute.',
    },
  },
  messages: {
    used: {
      heading: 'Ce lien a déjà servi',
      text: 'Il a déjà été ouvert, peut-être dans un autre navigateur ou sur un autre appareil. Retournez-y, ou demandez un nouveau lien dans l’application qui vous a envoyé.',
    },
    expired: {
      heading: 'Ce lien a expiré',
      text: 'Les liens ne fonctionnent que peu de temps. Demandez-en un nouveau dans l’application qui vous a envoyé.',
    },
    unknown: {
      heading: 'Ce lien est inconnu',
      text: 'Une partie s’est peut-être perdue à la copie. Ouvrez-le à nouveau depuis le message, ou demandez-en un nouveau.',
    },
    over: {
      heading: 'Votre visite est terminée',
      text: 'Par sécurité, elle prend fin après un moment. Ce que vous avez relié est conservé. Pour continuer, demandez un nouveau lien dans l’application qui vous a envoyé.',
    },
    finished: {
      heading: 'Vous avez terminé',
      text: 'Plus rien ne peut être modifié ici. Pour connecter ou modifier quelque chose, demandez un nouveau lien dans l’application qui vous a envoyé ici.',
    },
    elsewhere: {
      heading: 'Continuez dans le navigateur où vous avez commencé',
      text: 'Cette visite appartient à un autre navigateur ou à une autre fenêtre. Retournez-y, ou demandez un nouveau lien dans l’application qui vous a envoyé ici.',
    },
    cookies: {
      heading: 'Votre navigateur ne garde pas de cookie pour cette page',
      text: 'Un cookie est nécessaire pour que personne d’autre ne puisse continuer d’ici. Autorisez les cookies pour cette page et ouvrez à nouveau le lien. Il n’est pas consommé.',
    },
    newTab: {
      heading: 'Continuez dans un nouvel onglet',
      text: 'Votre navigateur ne laisse pas cette page conserver de cookie tant qu’elle fait partie d’une autre. Dans son propre onglet, cela fonctionne. Cette page remarque ce que vous y connectez.',
    },
    stale: {
      heading: 'Cette page n’est plus à jour',
      text: 'Elle appartient à une autre visite dans ce navigateur, rien n’a donc été fait. Recommencez depuis la liste des canaux.',
    },
    stray: {
      heading: 'Nous n’attendions pas cette réponse',
      text: 'Elle a déjà servi, est arrivée trop tard ou était destinée à un autre navigateur. Rien n’a été modifié. Revenez à la page où vous avez commencé, ou ouvrez de nouveau votre lien.',
    },
    late: {
      heading: 'Cela a pris trop de temps',
      text: 'L’accord est revenu trop tard. Recommencez depuis la liste des canaux.',
    },
    missing: {
      heading: 'Cette page n’existe pas',
      text: 'Revenez à la liste des canaux, ou ouvrez à nouveau le lien que vous avez reçu.',
    },
    method: {
      heading: 'Cette page ne s’ouvre pas ainsi',
      text: 'Revenez à la page d’où vous venez, ou ouvrez de nouveau le lien que vous avez reçu.',
    },
    broken: {
      heading: 'Un problème est survenu de notre côté',
      text: 'Ce n’est pas votre faute, et rien n’a été modifié. Réessayez dans quelques minutes.',
    },
    unavailable: {
      heading: 'Nous sommes injoignables pour un instant',
      text: 'Rien n’a été modifié. Réessayez dans une minute.',
    },
    tooMany: {
      heading: 'Trop d’essais',
      text: 'Plusieurs liens qui n’existent pas ont été ouverts depuis votre réseau. Attendez quelques minutes et ouvrez à nouveau votre lien.',
    },
  },
  closing: {
    completed: { heading: 'C’est fait', text: 'Vous pouvez fermer cette page.' },
    cancelled: {
      heading: 'Vous êtes parti sans terminer',
      text: 'Vous pouvez fermer cette page. Ce que vous avez relié est conservé.',
    },
    linked: 'Reliés pendant cette visite',
    back: 'Retour aux canaux',
    toApp: (app) => `Revenir à ${app}`,
    again: 'Réessayer',
  },
};
