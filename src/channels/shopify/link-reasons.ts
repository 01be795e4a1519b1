// What can be wrong with a Shopify shop or its key, in words for the merchant.
import type { Linking } from '../way.ts';

export const reasons: Linking['reasons'] = {
  custom_domain: {
    en: 'This looks like your shop’s own domain. Shopify is reached by the address that ends in myshopify.com; it stands in your admin under Settings, Domains.',
    nl: 'Dit lijkt het eigen domein van uw winkel. Shopify is bereikbaar op het adres dat eindigt op myshopify.com; het staat in uw beheer onder Instellingen, Domeinen.',
    de: 'Das sieht nach der eigenen Domain Ihres Shops aus. Shopify ist unter der Adresse erreichbar, die auf myshopify.com endet; sie steht im Adminbereich unter Einstellungen, Domains.',
    fr: 'Cela ressemble au domaine propre de votre boutique. Shopify répond à l’adresse qui se termine par myshopify.com ; elle figure dans vos Paramètres, Domaines.',
  },
  app_secret_given: {
    en: 'That is the secret of the app (shpss_…). What is needed is its Admin API access token, which mostly begins with shpat_.',
    nl: 'Dat is het geheim van de app (shpss_…). Nodig is het Admin API-toegangstoken, dat meestal met shpat_ begint.',
    de: 'Das ist das Geheimnis der App (shpss_…). Gebraucht wird das Admin-API-Zugriffstoken, das meist mit shpat_ beginnt.',
    fr: 'C’est le secret de l’application (shpss_…). Il faut son jeton d’accès Admin API, qui commence le plus souvent par shpat_.',
  },
  token_refused: {
    en: 'Shopify does not accept this access token: it is wrong, was revoked, or the app was uninstalled. Copy it again, or make a new one.',
    nl: 'Shopify accepteert dit toegangstoken niet: het is onjuist, ingetrokken, of de app is verwijderd. Kopieer het opnieuw of maak een nieuw.',
    de: 'Shopify nimmt dieses Zugriffstoken nicht an: Es ist falsch, wurde widerrufen, oder die App wurde deinstalliert. Kopieren Sie es noch einmal oder erzeugen Sie ein neues.',
    fr: 'Shopify n’accepte pas ce jeton : il est faux, a été révoqué, ou l’application a été désinstallée. Copiez-le à nouveau ou créez-en un autre.',
  },
  token_must_expire: {
    en: 'Shopify no longer accepts tokens of this app that never end. Sign in at Shopify instead of pasting a token.',
    nl: 'Shopify accepteert geen tokens van deze app meer die nooit eindigen. Log in bij Shopify in plaats van een token te plakken.',
    de: 'Shopify nimmt unbegrenzt gültige Tokens dieser App nicht mehr an. Melden Sie sich bei Shopify an, statt ein Token einzufügen.',
    fr: 'Shopify n’accepte plus les jetons sans fin de cette application. Connectez-vous à Shopify au lieu de coller un jeton.',
  },
  shop_unknown: {
    en: 'There is no Shopify shop at this address. Compare it with the one in your admin under Settings, Domains.',
    nl: 'Op dit adres is geen Shopify-winkel. Vergelijk het met het adres in uw beheer onder Instellingen, Domeinen.',
    de: 'Unter dieser Adresse gibt es keinen Shopify-Shop. Vergleichen Sie sie mit der im Adminbereich unter Einstellungen, Domains.',
    fr: 'Il n’y a pas de boutique Shopify à cette adresse. Comparez-la avec celle de vos Paramètres, Domaines.',
  },
  shop_moved: {
    en: 'The shop has another address at Shopify now. Use the one in your admin under Settings, Domains.',
    nl: 'De winkel heeft nu een ander adres bij Shopify. Gebruik dat uit uw beheer onder Instellingen, Domeinen.',
    de: 'Der Shop hat bei Shopify jetzt eine andere Adresse. Nehmen Sie die aus dem Adminbereich unter Einstellungen, Domains.',
    fr: 'La boutique a maintenant une autre adresse chez Shopify. Prenez celle de vos Paramètres, Domaines.',
  },
  shop_frozen: {
    en: 'Shopify has frozen this shop because a bill is unpaid. Settle it in your Shopify admin and try again.',
    nl: 'Shopify heeft deze winkel bevroren omdat er een rekening openstaat. Betaal die in uw Shopify-beheer en probeer het opnieuw.',
    de: 'Shopify hat diesen Shop eingefroren, weil eine Rechnung offen ist. Begleichen Sie sie im Adminbereich und versuchen Sie es noch einmal.',
    fr: 'Shopify a gelé cette boutique parce qu’une facture est impayée. Réglez-la dans votre interface Shopify et réessayez.',
  },
  shop_locked: {
    en: 'Shopify has locked this shop. Ask Shopify’s support why.',
    nl: 'Shopify heeft deze winkel vergrendeld. Vraag de helpdesk van Shopify waarom.',
    de: 'Shopify hat diesen Shop gesperrt. Fragen Sie den Support von Shopify nach dem Grund.',
    fr: 'Shopify a verrouillé cette boutique. Demandez la raison à l’assistance de Shopify.',
  },
  missing_read_orders: {
    en: 'The access lacks the permission read_orders. Grant it to the app in Shopify and link the shop again.',
    nl: 'De toegang mist de toestemming read_orders. Geef die aan de app in Shopify en koppel de winkel opnieuw.',
    de: 'Dem Zugang fehlt die Berechtigung read_orders. Geben Sie sie der App in Shopify und verbinden Sie den Shop noch einmal.',
    fr: 'Il manque à l’accès l’autorisation read_orders. Donnez-la à l’application dans Shopify et reliez à nouveau la boutique.',
  },
  missing_read_products: {
    en: 'The access lacks the permission read_products. Grant it to the app in Shopify and link the shop again.',
    nl: 'De toegang mist de toestemming read_products. Geef die aan de app in Shopify en koppel de winkel opnieuw.',
    de: 'Dem Zugang fehlt die Berechtigung read_products. Geben Sie sie der App in Shopify und verbinden Sie den Shop noch einmal.',
    fr: 'Il manque à l’accès l’autorisation read_products. Donnez-la à l’application dans Shopify et reliez à nouveau la boutique.',
  },
  protected_data: {
    en: 'Shopify has not approved the app for customers’ data yet. Ask the application that sent you.',
    nl: 'Shopify heeft de app nog niet goedgekeurd voor klantgegevens. Vraag het de toepassing die u hierheen stuurde.',
    de: 'Shopify hat die App noch nicht für Kundendaten freigegeben. Fragen Sie die Anwendung, die Sie hierher geschickt hat.',
    fr: 'Shopify n’a pas encore approuvé l’application pour les données des clients. Adressez-vous à l’application qui vous a envoyé.',
  },
};
