// What can be wrong with a BigCommerce store or its token, in words for the merchant.
import type { Linking } from '../way.ts';

export const reasons: Linking['reasons'] = {
  store_hash_form: {
    en: 'This is not a store hash. It stands after /stores/ in the API path of your API account: in https://api.bigcommerce.com/stores/abc123/v3/ it is abc123.',
    nl: 'Dit is geen store-hash. Hij staat na /stores/ in het API-pad van uw API-account: in https://api.bigcommerce.com/stores/abc123/v3/ is het abc123.',
    de: 'Das ist kein Store-Hash. Er steht nach /stores/ im API-Pfad Ihres API-Kontos: in https://api.bigcommerce.com/stores/abc123/v3/ ist es abc123.',
    fr: 'Ce n’est pas un store hash. Il se trouve après /stores/ dans le chemin d’API de votre compte API : dans https://api.bigcommerce.com/stores/abc123/v3/, c’est abc123.',
  },
  token_form: {
    en: 'The access token is missing or holds a space. Copy it again, without anything before or after it.',
    nl: 'Het toegangstoken ontbreekt of bevat een spatie. Kopieer het opnieuw, zonder iets ervoor of erna.',
    de: 'Das Zugriffstoken fehlt oder enthält ein Leerzeichen. Kopieren Sie es noch einmal, ohne etwas davor oder danach.',
    fr: 'Le jeton d’accès manque ou contient une espace. Copiez-le à nouveau, sans rien avant ni après.',
  },
  token_refused: {
    en: 'BigCommerce does not accept this access token. It may be mistyped, or its API account was deleted. Make a new API account and copy its access token (not the client secret).',
    nl: 'BigCommerce accepteert dit toegangstoken niet. Misschien is het verkeerd gekopieerd of is het API-account verwijderd. Maak een nieuw API-account en kopieer het toegangstoken (niet het client secret).',
    de: 'BigCommerce akzeptiert dieses Zugriffstoken nicht. Vielleicht wurde es falsch kopiert oder das API-Konto gelöscht. Erstellen Sie ein neues API-Konto und kopieren Sie dessen Zugriffstoken (nicht das Client Secret).',
    fr: 'BigCommerce n’accepte pas ce jeton d’accès. Il a peut-être été mal copié, ou le compte API a été supprimé. Créez un nouveau compte API et copiez son jeton d’accès (pas le client secret).',
  },
  other_store: {
    en: 'This access token does not belong to this store, or its scopes are missing. Check the store hash; if it is right, make a new API account with Orders, Products and Information & Settings set to read-only.',
    nl: 'Dit toegangstoken hoort niet bij deze winkel, of de scopes ontbreken. Controleer de store-hash; klopt die, maak dan een nieuw API-account met Orders, Products en Information & Settings op read-only.',
    de: 'Dieses Zugriffstoken gehört nicht zu diesem Shop, oder ihm fehlen Scopes. Prüfen Sie den Store-Hash; stimmt er, erstellen Sie ein neues API-Konto mit Orders, Products und Information & Settings auf read-only.',
    fr: 'Ce jeton d’accès n’appartient pas à cette boutique, ou ses autorisations manquent. Vérifiez le store hash ; s’il est juste, créez un nouveau compte API avec Orders, Products et Information & Settings en read-only.',
  },
  orders_scope: {
    en: 'The API account may not read orders. Scopes cannot be changed afterwards: make a new API account with Orders set to read-only.',
    nl: 'Het API-account mag geen bestellingen lezen. Scopes zijn achteraf niet te wijzigen: maak een nieuw API-account met Orders op read-only.',
    de: 'Das API-Konto darf keine Bestellungen lesen. Scopes lassen sich nachträglich nicht ändern: Erstellen Sie ein neues API-Konto mit Orders auf read-only.',
    fr: 'Le compte API ne peut pas lire les commandes. Les autorisations ne peuvent pas être modifiées ensuite : créez un nouveau compte API avec Orders en read-only.',
  },
  products_scope: {
    en: 'The API account may not read products. Scopes cannot be changed afterwards: make a new API account with Products set to read-only.',
    nl: 'Het API-account mag geen producten lezen. Scopes zijn achteraf niet te wijzigen: maak een nieuw API-account met Products op read-only.',
    de: 'Das API-Konto darf keine Produkte lesen. Scopes lassen sich nachträglich nicht ändern: Erstellen Sie ein neues API-Konto mit Products auf read-only.',
    fr: 'Le compte API ne peut pas lire les produits. Les autorisations ne peuvent pas être modifiées ensuite : créez un nouveau compte API avec Products en read-only.',
  },
  store_not_found: {
    en: 'BigCommerce knows no store with this store hash. Copy it again from the API path of your API account.',
    nl: 'BigCommerce kent geen winkel met deze store-hash. Kopieer hem opnieuw uit het API-pad van uw API-account.',
    de: 'BigCommerce kennt keinen Shop mit diesem Store-Hash. Kopieren Sie ihn noch einmal aus dem API-Pfad Ihres API-Kontos.',
    fr: 'BigCommerce ne connaît aucune boutique avec ce store hash. Copiez-le à nouveau depuis le chemin d’API de votre compte API.',
  },
  store_unavailable: {
    en: 'The store is down for maintenance, being upgraded, or suspended. Try again later, or ask BigCommerce if it lasts.',
    nl: 'De winkel is in onderhoud, wordt bijgewerkt of is geblokkeerd. Probeer het later opnieuw, of vraag BigCommerce als het blijft.',
    de: 'Der Shop wird gerade gewartet oder aktualisiert oder ist gesperrt. Versuchen Sie es später noch einmal oder fragen Sie BigCommerce, wenn es andauert.',
    fr: 'La boutique est en maintenance, en cours de mise à niveau ou suspendue. Réessayez plus tard, ou contactez BigCommerce si cela dure.',
  },
  install_refused: {
    en: 'BigCommerce did not complete the installation. Start again; if it fails once more, use an API account instead.',
    nl: 'BigCommerce heeft de installatie niet afgerond. Begin opnieuw; lukt het weer niet, gebruik dan een API-account.',
    de: 'BigCommerce hat die Installation nicht abgeschlossen. Beginnen Sie noch einmal; schlägt es wieder fehl, verwenden Sie ein API-Konto.',
    fr: 'BigCommerce n’a pas terminé l’installation. Recommencez ; en cas de nouvel échec, utilisez plutôt un compte API.',
  },
  other_store_installed: {
    en: 'The app was installed in another store than the one you named. Start again with the hash of that store, or choose the right store at BigCommerce.',
    nl: 'De app is in een andere winkel geïnstalleerd dan u had opgegeven. Begin opnieuw met de hash van die winkel, of kies bij BigCommerce de juiste winkel.',
    de: 'Die App wurde in einem anderen Shop installiert als angegeben. Beginnen Sie noch einmal mit dem Hash jenes Shops, oder wählen Sie bei BigCommerce den richtigen Shop.',
    fr: 'L’application a été installée dans une autre boutique que celle indiquée. Recommencez avec l’identifiant de cette boutique, ou choisissez la bonne boutique chez BigCommerce.',
  },
  app_scopes: {
    en: 'The app does not ask BigCommerce for enough permissions. Its provider must correct this; use an API account in the meantime.',
    nl: 'De app vraagt bij BigCommerce te weinig rechten. De aanbieder moet dit verhelpen; gebruik intussen een API-account.',
    de: 'Die App fordert bei BigCommerce zu wenige Rechte an. Der Anbieter muss das beheben; verwenden Sie bis dahin ein API-Konto.',
    fr: 'L’application ne demande pas assez d’autorisations à BigCommerce. Son fournisseur doit corriger cela ; utilisez un compte API en attendant.',
  },
};
