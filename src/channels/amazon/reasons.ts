// What went wrong with a seller's credential, in plain words for the seller.
import type { Words } from '../way.ts';

const words = (en: string, nl: string, de: string, fr: string): Words => ({ en, nl, de, fr });

export const reasons: Readonly<Record<string, Words>> = {
  wrong_marketplace: words(
    'This is not one of Amazon’s marketplaces. Write country codes such as NL or DE.',
    'Dit is geen marktplaats van Amazon. Schrijf landcodes zoals NL of DE.',
    'Das ist kein Marketplace von Amazon. Schreiben Sie Ländercodes wie NL oder DE.',
    'Ce n’est pas une place de marché d’Amazon. Indiquez des codes de pays comme NL ou DE.',
  ),
  several_regions: words(
    'These marketplaces belong to several regions. Link each region by itself.',
    'Deze marktplaatsen horen bij verschillende regio’s. Koppel elke regio apart.',
    'Diese Marketplaces gehören zu mehreren Regionen. Verknüpfen Sie jede Region einzeln.',
    'Ces places de marché appartiennent à plusieurs régions. Liez chaque région séparément.',
  ),
  wrong_endpoint: words(
    'The endpoint is not Amazon’s, or belongs to another region than the marketplaces.',
    'Het endpoint is niet van Amazon, of hoort bij een andere regio dan de marktplaatsen.',
    'Der Endpunkt gehört nicht Amazon oder zu einer anderen Region als die Marketplaces.',
    'Le point de terminaison n’est pas d’Amazon, ou relève d’une autre région que les places de marché.',
  ),
  wrong_seller: words(
    'This is not a merchant token. It begins with A and stands in Seller Central under Account Info.',
    'Dit is geen merchant token. Het begint met A en staat in Seller Central bij Accountgegevens.',
    'Das ist kein Händlertoken. Es beginnt mit A und steht in Seller Central unter Kontoinformationen.',
    'Ce n’est pas un jeton de marchand. Il commence par A et figure dans Seller Central sous Informations sur le compte.',
  ),
  not_a_token: words(
    'This is not a token of Amazon’s. Copy the whole refresh token; it begins with Atzr|.',
    'Dit is geen token van Amazon. Kopieer het hele refresh token; het begint met Atzr|.',
    'Das ist kein Token von Amazon. Kopieren Sie das ganze Refresh-Token; es beginnt mit Atzr|.',
    'Ce n’est pas un jeton d’Amazon. Copiez le refresh token en entier ; il commence par Atzr|.',
  ),
  half_a_client: words(
    'Client identifier and client secret belong together. Fill in both.',
    'Clientidentificatie en clientgeheim horen bij elkaar. Vul beide in.',
    'Client-ID und Client-Secret gehören zusammen. Füllen Sie beide aus.',
    'L’identifiant client et le secret vont ensemble. Remplissez les deux.',
  ),
  no_client: words(
    'A refresh token needs the client identifier and secret of the app it was issued to.',
    'Bij een refresh token horen de clientidentificatie en het geheim van de app waarvoor het is uitgegeven.',
    'Zu einem Refresh-Token gehören Client-ID und Secret der App, für die es ausgestellt wurde.',
    'Un refresh token nécessite l’identifiant et le secret client de l’application pour laquelle il a été émis.',
  ),
  other_app: words(
    'The refresh token was issued to another app. Fill in that app’s client identifier and secret.',
    'Het refresh token is voor een andere app uitgegeven. Vul de clientidentificatie en het geheim van die app in.',
    'Das Refresh-Token wurde für eine andere App ausgestellt. Geben Sie deren Client-ID und Secret ein.',
    'Le refresh token a été émis pour une autre application. Indiquez l’identifiant et le secret de celle-ci.',
  ),
  app_unknown: words(
    'Amazon does not know this client identifier and secret. The secret may have been renewed; copy it again.',
    'Amazon kent deze clientidentificatie en dit geheim niet. Misschien is het geheim vernieuwd; kopieer het opnieuw.',
    'Amazon kennt diese Client-ID mit diesem Secret nicht. Vielleicht wurde das Secret erneuert; kopieren Sie es noch einmal.',
    'Amazon ne connaît pas cet identifiant et ce secret client. Le secret a peut-être été renouvelé ; copiez-le de nouveau.',
  ),
  authorisation_ended: words(
    'Your authorisation ended or was withdrawn. Authorise the app again in Seller Central.',
    'Uw toestemming is verlopen of ingetrokken. Autoriseer de app opnieuw in Seller Central.',
    'Ihre Autorisierung ist abgelaufen oder wurde widerrufen. Autorisieren Sie die App in Seller Central erneut.',
    'Votre autorisation a expiré ou a été retirée. Autorisez de nouveau l’application dans Seller Central.',
  ),
  token_expired: words(
    'This access token is older than an hour. Use a refresh token instead; it begins with Atzr|.',
    'Dit access token is ouder dan een uur. Gebruik een refresh token; dat begint met Atzr|.',
    'Dieses Access-Token ist älter als eine Stunde. Verwenden Sie ein Refresh-Token; es beginnt mit Atzr|.',
    'Ce jeton d’accès a plus d’une heure. Utilisez un refresh token ; il commence par Atzr|.',
  ),
  token_invalid: words(
    'Amazon does not accept this token here. It was withdrawn, or belongs to a seller of another region.',
    'Amazon accepteert dit token hier niet. Het is ingetrokken, of hoort bij een verkoper in een andere regio.',
    'Amazon nimmt dieses Token hier nicht an. Es wurde widerrufen oder gehört einem Händler einer anderen Region.',
    'Amazon n’accepte pas ce jeton ici. Il a été retiré, ou appartient à un vendeur d’une autre région.',
  ),
  role_missing: words(
    'The app may not read your orders. Give it the role "Inventory and Order Tracking" and authorise it again.',
    'De app mag uw bestellingen niet lezen. Geef hem de rol „Inventory and Order Tracking” en autoriseer hem opnieuw.',
    'Die App darf Ihre Bestellungen nicht lesen. Geben Sie ihr die Rolle „Inventory and Order Tracking“ und autorisieren Sie sie erneut.',
    'L’application ne peut pas lire vos commandes. Donnez-lui le rôle « Inventory and Order Tracking » et autorisez-la de nouveau.',
  ),
  no_marketplace: words(
    'Your account takes part in no marketplace of this region. Choose another home marketplace.',
    'Uw account doet aan geen enkele marktplaats in deze regio mee. Kies een andere eigen marktplaats.',
    'Ihr Konto nimmt an keinem Marketplace dieser Region teil. Wählen Sie einen anderen Heimat-Marketplace.',
    'Votre compte ne participe à aucune place de marché de cette région. Choisissez une autre place principale.',
  ),
  not_in_account: words(
    'You do not sell in one of these marketplaces. Leave it out.',
    'In een van deze marktplaatsen verkoopt u niet. Laat die weg.',
    'In einem dieser Marketplaces verkaufen Sie nicht. Lassen Sie ihn weg.',
    'Vous ne vendez pas sur l’une de ces places de marché. Retirez-la.',
  ),
  consent_denied: words(
    'You did not agree in Seller Central, so nothing was linked. You can try again at any time.',
    'U hebt in Seller Central geen toestemming gegeven; er is niets gekoppeld. U kunt het altijd opnieuw proberen.',
    'Sie haben in Seller Central nicht zugestimmt, daher wurde nichts verknüpft. Sie können es jederzeit erneut versuchen.',
    'Vous n’avez pas donné votre accord dans Seller Central ; rien n’a été lié. Vous pouvez réessayer à tout moment.',
  ),
  state_mismatch: words(
    'This answer of Amazon’s belongs to another visit. Begin again.',
    'Dit antwoord van Amazon hoort bij een ander bezoek. Begin opnieuw.',
    'Diese Antwort von Amazon gehört zu einem anderen Besuch. Beginnen Sie von vorn.',
    'Cette réponse d’Amazon appartient à une autre visite. Recommencez.',
  ),
  no_seller_told: words(
    'Amazon did not say which seller agreed. Try again.',
    'Amazon heeft niet gezegd welke verkoper toestemming gaf. Probeer het opnieuw.',
    'Amazon hat nicht mitgeteilt, welcher Händler zugestimmt hat. Versuchen Sie es erneut.',
    'Amazon n’a pas indiqué quel vendeur a donné son accord. Réessayez.',
  ),
};
