// What a merchant reads when linking bol, in French.
import type { Translation } from '../../words.ts';
import type { en } from './en.ts';

export const fr: Translation<typeof en> = {
  fields: {
    clientId: {
      label: 'Client ID',
      hint: 'Il figure dans la liste des Client credentials de la Retailer API.',
    },
    clientSecret: {
      label: 'Client secret',
      hint: 'Il s’affiche lorsque vous cliquez sur « Toon secret » (Afficher le secret) sous le Client ID.',
    },
  },
  ways: {
    keys: {
      title: 'Avec des clés API',
      suits:
        'Convient à tous les comptes vendeurs : vous créez vous-même les clés dans votre compte partenaire bol.',
      steps: [
        'Connectez-vous à votre compte vendeur bol et ouvrez Instellingen (Paramètres).',
        'Sous Diensten (Services), choisissez API-instellingen (Paramètres API). Indiquez le contact technique si bol le demande.',
        'Sous « Client credentials voor de Retailer API », choisissez Aanmaken (Créer) et donnez un nom aux clés.',
        'Copiez le Client ID, cliquez sur « Toon secret » (Afficher le secret), puis copiez le Client secret.',
      ],
      menu: 'Instellingen > Diensten > API-instellingen',
      button: 'Aanmaken',
    },
    consent: {
      title: 'En vous connectant à bol',
      suits: 'Si vous préférez donner votre accord chez bol plutôt que copier des clés.',
    },
  },
  reasons: {
    keys_form:
      'Le Client ID ou le Client secret manque ou n’a pas été copié en entier. Copiez les deux à nouveau, sans espace.',
    unknown_keys:
      'bol ne connaît pas ces clés. Vérifiez le Client ID et le Client secret, ou créez de nouvelles clés sous API-instellingen (Paramètres API) si elles ont été supprimées.',
    token_refused: 'bol n’accepte plus cet accès. Reconnectez le compte.',
    consent_ended:
      'L’autorisation donnée chez bol a pris fin ; elle dure un an. Connectez-vous à nouveau à bol pour la renouveler.',
    account_inactive:
      'Selon bol, ce compte vendeur n’est pas actif. Il est peut-être fermé ou suspendu : contactez le service partenaires de bol.',
    no_access:
      'Ces clés ne donnent pas accès à la Retailer API ; c’est le cas, par exemple, des clés pour la publicité. Créez des clés sous « Client credentials voor de Retailer API ».',
  },
};
