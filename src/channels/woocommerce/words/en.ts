// What a merchant reads when linking WooCommerce, in English.
import type { ChannelWords } from '../../words.ts';

export const en = {
  fields: {
    baseUrl: {
      label: 'Shop address',
      hint: 'As in the browser. If WordPress lives in a folder, with that folder.',
    },
    consumerKey: { label: 'Consumer key' },
    consumerSecret: {
      label: 'Consumer secret',
      hint: 'Shown once, beside the consumer key, when the key is made.',
    },
  },
  ways: {
    wordpress: {
      title: 'Approve in WordPress',
      suits: 'Best for most shops: nothing has to be copied.',
    },
    keys: {
      title: 'With a key from WordPress',
      suits: 'If approving does not work, for example because of a security plugin.',
      steps: [
        'Sign in to the WordPress admin of your shop as an administrator.',
        'Go to WooCommerce, Settings, Advanced, REST API, and choose Add key.',
        'Choose an administrator or shop manager as its user, and Read as its permission.',
        'Choose Generate API key, and copy the consumer key and the consumer secret.',
      ],
    },
  },
  reasons: {
    rest_closed:
      'WordPress answers, but its REST API is closed to visitors, by a security plugin or a firewall. Allow calls to /wp-json/ there, or link with a key instead.',
    rest_elsewhere:
      'WordPress has its REST API under another name than /wp-json/, which we do not support. A plugin renamed it: ask whoever looks after the site to undo that.',
    bad_address:
      'This is not the address of a website. Write it as in the browser, such as https://www.example.com.',
    bad_keys: 'The consumer key begins with ck_ and the consumer secret with cs_. Copy both whole.',
    unreachable:
      'The shop could not be reached by https. It may be offline, or a firewall keeps us out. If your shop has no https at all, write its address with http:// in front.',
    moved:
      'The shop answers at another address, often with or without www. Open it in your browser and copy the address from there.',
    permalinks_plain:
      'WordPress answers, but its permalinks are set to Plain, and then its data cannot be read. In WordPress under Settings, Permalinks, choose anything else and save.',
    redirect_loop:
      'The shop sends us in circles: its address leads back to itself. Ask your hosting company to look at the redirects, the cache and the https settings.',
    back_to_http:
      'The shop leads from https back to http. In WordPress under Settings, General, both addresses must begin with https://; if they do, ask your hosting company about its proxy.',
    login_wall:
      'The shop sends every visitor to a login page, us too. Let calls to /wp-json/wc/ through in the plugin that closes the site.',
    redirected:
      'The shop leads us away from its data, to another page. Ask your hosting company to look at the redirects of the site and its plugins.',
    maintenance:
      'The shop is closed for maintenance just now: WordPress is updating itself. Try again in some minutes.',
    https_port: 'The shop expects https here. Write its address with https:// in front.',
    bad_certificate:
      'The shop’s certificate is not valid, or the intermediate certificate that proves it is missing; browsers often hide that. Ask your hosting company to install the whole chain.',
    not_wordpress:
      'No WordPress answers at this address. Check the address. If it is right, look in WordPress under Settings, Permalinks: anything but Plain works.',
    not_woocommerce:
      'This address answers, but not as WooCommerce does. Check that it is the address of your shop, and that nothing else answers under /wp-json/wc/.',
    woocommerce_inactive:
      'WordPress answers, but WooCommerce is not active there, or older than version 3.5. Activate or update the plugin and try again.',
    key_unknown:
      'The shop does not know this consumer key. Copy it again. If it is right, the web server or a security plugin keeps it from WordPress: ask your hosting company to let the Authorization header through.',
    secret_wrong:
      'The shop knows this consumer key, but the consumer secret is wrong. It is shown only once: if you no longer have it, make a new key.',
    write_only: 'This key may only write. Make one with the permission Read.',
    role_too_low:
      'The key is good, but its WordPress user may not read orders and products. Make the key for an administrator or a shop manager.',
    firewall:
      'A firewall or security plugin of the shop refuses us. Allow calls to /wp-json/wc/ in it, or ask your hosting company to.',
    web_page:
      'The shop answers with a web page instead of data. A maintenance or “coming soon” mode, or a security plugin, stands in the way.',
    clock_skew:
      'The clock of the shop’s server is more than 15 minutes off, so it refuses every signature. Ask your hosting company to set it right.',
    signature_refused:
      'The shop refused the signature: the consumer secret is wrong, or the address is not the one in WordPress under Settings, General.',
  },
} as const satisfies ChannelWords;
