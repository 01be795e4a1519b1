// What can go wrong with linking a Magento shop, and what its owner can do, in four languages.
import type { Words } from '../way.ts';

export const reasons: Readonly<Record<string, Words>> = {
  address_form: {
    en: 'This is not an address. Type the address of your shop as in the browser.',
    nl: 'Dit is geen adres. Typ het adres van uw winkel zoals in de browser.',
    de: 'Das ist keine Adresse. Geben Sie die Adresse Ihres Shops wie im Browser ein.',
    fr: 'Ce n’est pas une adresse. Saisissez l’adresse de votre boutique comme dans le navigateur.',
  },
  tenant_missing: {
    en: 'The address must end with your tenant. Copy the whole REST endpoint of your instance.',
    nl: 'Het adres moet eindigen op uw tenant. Kopieer het hele REST-adres van uw instantie.',
    de: 'Die Adresse muss mit Ihrem Mandanten enden. Kopieren Sie die ganze REST-Adresse Ihrer Instanz.',
    fr: 'L’adresse doit se terminer par votre locataire (tenant). Copiez l’adresse REST entière de votre instance.',
  },
  four_values: {
    en: 'All four values of the integration are needed: Consumer Key, Consumer Secret, Access Token and Access Token Secret.',
    nl: 'Alle vier de waarden van de integratie zijn nodig: Consumer Key, Consumer Secret, Access Token en Access Token Secret.',
    de: 'Alle vier Werte der Integration werden gebraucht: Consumer Key, Consumer Secret, Access Token und Access Token Secret.',
    fr: 'Les quatre valeurs de l’intégration sont nécessaires : Consumer Key, Consumer Secret, Access Token et Access Token Secret.',
  },
  value_form: {
    en: 'This value is not whole. Each of the four has 32 lower-case letters and digits: copy it again.',
    nl: 'Deze waarde is niet compleet. Elk van de vier heeft 32 kleine letters en cijfers: kopieer hem opnieuw.',
    de: 'Dieser Wert ist nicht vollständig. Jeder der vier hat 32 Kleinbuchstaben und Ziffern: Kopieren Sie ihn erneut.',
    fr: 'Cette valeur est incomplète. Chacune des quatre compte 32 lettres minuscules et chiffres : copiez-la à nouveau.',
  },
  ims_values: {
    en: 'A shop of Adobe Commerce as a Cloud Service needs Client ID, Client secret and Organization ID.',
    nl: 'Een winkel op Adobe Commerce as a Cloud Service heeft Client ID, Client secret en Organization ID nodig.',
    de: 'Ein Shop von Adobe Commerce as a Cloud Service braucht Client ID, Client secret und Organization ID.',
    fr: 'Une boutique Adobe Commerce as a Cloud Service nécessite Client ID, Client secret et Organization ID.',
  },
  token_unencrypted: {
    en: 'Your shop has no https, so a token alone could be overheard. Link it with the four values of the integration instead.',
    nl: 'Uw winkel heeft geen https, dus een los token kan worden afgeluisterd. Koppel met de vier waarden van de integratie.',
    de: 'Ihr Shop hat kein https, ein Token allein könnte mitgelesen werden. Verbinden Sie ihn mit den vier Werten der Integration.',
    fr: 'Votre boutique n’a pas de https : un jeton seul pourrait être intercepté. Reliez-la avec les quatre valeurs de l’intégration.',
  },
  bearer_refused: {
    en: 'The shop does not accept this token by itself. It is wrong or withdrawn, or your Magento (2.4.4 or later) takes no token alone: then link with all four values of the integration.',
    nl: 'De winkel accepteert dit token niet. Het is onjuist of ingetrokken, of uw Magento (2.4.4 of later) accepteert geen los token: koppel dan met alle vier de waarden van de integratie.',
    de: 'Der Shop nimmt dieses Token allein nicht an. Es ist falsch oder widerrufen, oder Ihr Magento (ab 2.4.4) akzeptiert kein einzelnes Token: Verbinden Sie dann mit allen vier Werten der Integration.',
    fr: 'La boutique n’accepte pas ce jeton seul. Il est faux ou révoqué, ou votre Magento (2.4.4 ou ultérieur) n’accepte pas de jeton seul : reliez alors avec les quatre valeurs de l’intégration.',
  },
  token_refused: {
    en: 'The shop does not accept this access token. Copy it again, or link with all four values of the integration.',
    nl: 'De winkel accepteert dit toegangstoken niet. Kopieer het opnieuw, of koppel met alle vier de waarden van de integratie.',
    de: 'Der Shop nimmt dieses Zugriffstoken nicht an. Kopieren Sie es erneut oder verbinden Sie mit allen vier Werten der Integration.',
    fr: 'La boutique n’accepte pas ce jeton d’accès. Copiez-le à nouveau, ou reliez avec les quatre valeurs de l’intégration.',
  },
  resource_missing: {
    en: 'The values are right, but the integration may not read products. Edit it under System > Extensions > Integrations, tick Catalog > Inventory > Products under API, save, and reauthorize it.',
    nl: 'De waarden kloppen, maar de integratie mag geen producten lezen. Bewerk haar onder System > Extensions > Integrations, vink onder API Catalog > Inventory > Products aan, sla op en autoriseer haar opnieuw.',
    de: 'Die Werte stimmen, aber die Integration darf keine Produkte lesen. Bearbeiten Sie sie unter System > Extensions > Integrations, kreuzen Sie unter API Catalog > Inventory > Products an, speichern Sie und autorisieren Sie sie erneut.',
    fr: 'Les valeurs sont bonnes, mais l’intégration ne peut pas lire les produits. Modifiez-la sous System > Extensions > Integrations, cochez Catalog > Inventory > Products sous API, enregistrez et autorisez-la à nouveau.',
  },
  consumer_key: {
    en: 'The shop does not know this Consumer Key. Copy it again, and check that the address is that of the same shop.',
    nl: 'De winkel kent deze Consumer Key niet. Kopieer hem opnieuw en controleer of het adres van dezelfde winkel is.',
    de: 'Der Shop kennt diesen Consumer Key nicht. Kopieren Sie ihn erneut und prüfen Sie, ob die Adresse zum selben Shop gehört.',
    fr: 'La boutique ne connaît pas cette Consumer Key. Copiez-la à nouveau et vérifiez que l’adresse est celle de la même boutique.',
  },
  access_token: {
    en: 'The shop does not know this Access Token, or it belongs to another integration. Copy all four values from the same integration.',
    nl: 'De winkel kent dit Access Token niet, of het hoort bij een andere integratie. Kopieer alle vier de waarden van dezelfde integratie.',
    de: 'Der Shop kennt dieses Access Token nicht, oder es gehört zu einer anderen Integration. Kopieren Sie alle vier Werte derselben Integration.',
    fr: 'La boutique ne connaît pas cet Access Token, ou il appartient à une autre intégration. Copiez les quatre valeurs de la même intégration.',
  },
  revoked: {
    en: 'This access was withdrawn in Magento. Reauthorize the integration and copy its new values.',
    nl: 'Deze toegang is in Magento ingetrokken. Autoriseer de integratie opnieuw en kopieer de nieuwe waarden.',
    de: 'Dieser Zugriff wurde in Magento widerrufen. Autorisieren Sie die Integration erneut und kopieren Sie die neuen Werte.',
    fr: 'Cet accès a été révoqué dans Magento. Autorisez à nouveau l’intégration et copiez ses nouvelles valeurs.',
  },
  signature: {
    en: 'Consumer Key and Access Token are right, but one of the two secrets is not. Copy Consumer Secret and Access Token Secret again.',
    nl: 'Consumer Key en Access Token kloppen, maar een van de twee secrets niet. Kopieer Consumer Secret en Access Token Secret opnieuw.',
    de: 'Consumer Key und Access Token stimmen, aber eines der beiden Secrets nicht. Kopieren Sie Consumer Secret und Access Token Secret erneut.',
    fr: 'Consumer Key et Access Token sont bons, mais l’un des deux secrets ne l’est pas. Copiez à nouveau Consumer Secret et Access Token Secret.',
  },
  shop_clock: {
    en: 'The clock of your shop’s server is wrong, so it refuses every signature. Ask the company that hosts it to set it.',
    nl: 'De klok van de server van uw winkel loopt verkeerd, waardoor hij elke handtekening weigert. Vraag uw hostingbedrijf hem goed te zetten.',
    de: 'Die Uhr des Servers Ihres Shops geht falsch, deshalb lehnt er jede Signatur ab. Bitten Sie Ihren Hoster, sie zu stellen.',
    fr: 'L’horloge du serveur de votre boutique est fausse, il refuse donc toute signature. Demandez à votre hébergeur de la régler.',
  },
  firewall: {
    en: 'A firewall of your shop keeps us out. Ask the company that hosts it to let requests through to the REST API.',
    nl: 'Een firewall van uw winkel houdt ons tegen. Vraag uw hostingbedrijf verzoeken aan de REST API door te laten.',
    de: 'Eine Firewall Ihres Shops sperrt uns aus. Bitten Sie Ihren Hoster, Anfragen an die REST-API durchzulassen.',
    fr: 'Un pare-feu de votre boutique nous bloque. Demandez à votre hébergeur de laisser passer les requêtes vers l’API REST.',
  },
  not_magento: {
    en: 'What answers at this address is not Magento. If your storefront is a separate application, give the address of Magento itself.',
    nl: 'Wat op dit adres antwoordt is geen Magento. Is uw webwinkel een aparte toepassing, geef dan het adres van Magento zelf.',
    de: 'Was unter dieser Adresse antwortet, ist nicht Magento. Wenn Ihr Shop-Frontend eine eigene Anwendung ist, geben Sie die Adresse von Magento selbst an.',
    fr: 'Ce qui répond à cette adresse n’est pas Magento. Si votre vitrine est une application séparée, indiquez l’adresse de Magento lui-même.',
  },
  no_route: {
    en: 'Magento is there, but not this store view. Leave the store view out, or copy its code from Stores > All Stores.',
    nl: 'Magento is er, maar deze storeview niet. Laat de storeview weg, of kopieer de code uit Stores > All Stores.',
    de: 'Magento ist da, aber diese Store-Ansicht nicht. Lassen Sie die Store-Ansicht weg oder kopieren Sie ihren Code aus Stores > All Stores.',
    fr: 'Magento est là, mais pas cette vue de boutique. Laissez-la vide, ou copiez son code depuis Stores > All Stores.',
  },
  redirected: {
    en: 'Your shop answers at another address, perhaps with or without www. Type the address that the browser shows.',
    nl: 'Uw winkel antwoordt op een ander adres, misschien met of zonder www. Typ het adres dat de browser toont.',
    de: 'Ihr Shop antwortet unter einer anderen Adresse, vielleicht mit oder ohne www. Geben Sie die Adresse ein, die der Browser zeigt.',
    fr: 'Votre boutique répond à une autre adresse, peut-être avec ou sans www. Saisissez l’adresse que montre le navigateur.',
  },
  maintenance: {
    en: 'Your shop is in maintenance mode. Try again when it is open.',
    nl: 'Uw winkel staat in onderhoudsmodus. Probeer het opnieuw als hij open is.',
    de: 'Ihr Shop ist im Wartungsmodus. Versuchen Sie es erneut, wenn er geöffnet ist.',
    fr: 'Votre boutique est en maintenance. Réessayez lorsqu’elle sera ouverte.',
  },
  refused: {
    en: 'The shop does not accept this access. Copy the values again from the same integration.',
    nl: 'De winkel accepteert deze toegang niet. Kopieer de waarden opnieuw van dezelfde integratie.',
    de: 'Der Shop nimmt diesen Zugriff nicht an. Kopieren Sie die Werte erneut aus derselben Integration.',
    fr: 'La boutique n’accepte pas cet accès. Copiez à nouveau les valeurs de la même intégration.',
  },
  signature_method: {
    en: 'Your Magento is too old for this way of linking: 2.4 or later is needed.',
    nl: 'Uw Magento is te oud voor deze manier van koppelen: 2.4 of later is nodig.',
    de: 'Ihr Magento ist für diese Art der Verbindung zu alt: 2.4 oder neuer wird gebraucht.',
    fr: 'Votre Magento est trop ancien pour cette façon de relier : la version 2.4 ou ultérieure est nécessaire.',
  },
  ims_refused: {
    en: 'Adobe does not accept this Client ID or Client secret. Copy both again from the Developer Console.',
    nl: 'Adobe accepteert deze Client ID of dit Client secret niet. Kopieer beide opnieuw uit de Developer Console.',
    de: 'Adobe nimmt diese Client ID oder dieses Client secret nicht an. Kopieren Sie beide erneut aus der Developer Console.',
    fr: 'Adobe n’accepte pas ce Client ID ou ce Client secret. Copiez-les à nouveau depuis la Developer Console.',
  },
};
