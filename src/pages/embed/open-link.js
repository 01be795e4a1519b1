// Opens a magic link in a dialog of the application's own page. It needs nothing, leaves nothing
// behind, and listens to no one but the frame that it made.

const WORDS = {
  en: [
    'Connect your shops',
    'Close',
    'This page cannot be shown here.',
    'Open it in a new tab',
    'Close without linking?',
    'What you have entered here will be lost.',
    'Keep editing',
  ],
  nl: [
    'Uw winkels koppelen',
    'Sluiten',
    'Deze pagina kan hier niet worden getoond.',
    'Openen in een nieuw tabblad',
    'Sluiten zonder te koppelen?',
    'Wat u hier hebt ingevuld, gaat verloren.',
    'Verder invullen',
  ],
  de: [
    'Ihre Shops verbinden',
    'Schließen',
    'Diese Seite kann hier nicht angezeigt werden.',
    'In einem neuen Tab öffnen',
    'Schließen, ohne zu verbinden?',
    'Was Sie hier eingegeben haben, geht verloren.',
    'Weiter eingeben',
  ],
  fr: [
    'Connecter vos boutiques',
    'Fermer',
    'Cette page ne peut pas s’afficher ici.',
    'L’ouvrir dans un nouvel onglet',
    'Fermer sans connecter ?',
    'Ce que vous avez saisi ici sera perdu.',
    'Continuer la saisie',
  ],
};

/** What the application can do about a page that shows no shops, by what it says instead. */
const REMEDIES = {
  expired: 'The link is too old. Ask for a new one on your server.',
  used: 'The link was opened in another browser. Ask for a new one on your server.',
  unknown: 'There is no such link. Ask for a new one on your server.',
  over: 'The visit has ended. Ask for a new link on your server.',
  elsewhere: 'The visit is open in another browser. Ask for a new link on your server.',
  tooMany: 'Too many links that do not exist were opened from this network. Try again later.',
  unavailable: 'The service is unavailable for a moment. Try again in a minute.',
  broken: 'Something went wrong in the service. Its log says what.',
};
const blocked = (service) =>
  `The page did not answer in the frame. Add ${location.origin} to the origins of your client, and frame-src ${service} to the Content-Security-Policy of this page.`;

/** A page of ours answers immediately. */
const ANSWER_MS = 3000;

const STYLE = `
:host { --ground: #ffffff; --ink: #14181f; --tint: #eef3ff; --accent: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  :host { --ground: #171b22; --ink: #eceff4; --tint: #1c2536; --accent: #9cb8ff; }
}
dialog {
  box-sizing: border-box;
  width: min(30rem, 100vw);
  height: min(46rem, 92dvh);
  max-width: none;
  max-height: none;
  margin: auto;
  padding: 0;
  border: 0;
  border-radius: 1rem;
  overflow: hidden;
  overscroll-behavior: contain;
  color-scheme: light dark;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
dialog::backdrop { background: rgb(10 14 20 / 55%); }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light dark; }
button { font: inherit; cursor: pointer; }
.close {
  position: absolute;
  top: 0.75rem;
  right: 0.75rem;
  width: 2.75rem;
  height: 2.75rem;
  padding: 0;
  border: 0;
  border-radius: 0.75rem;
  background: transparent;
  color: inherit;
  font: 1.5rem/1 system-ui, sans-serif;
}
.close:hover { background: var(--tint); }
.ask {
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  padding: 1.5rem;
  background: var(--ground);
}
.ask[hidden] { display: none; }
.ask h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
.ask div { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
.ask button {
  min-height: 2.75rem;
  padding: 0.5rem 1.1rem;
  border: 1px solid currentcolor;
  border-radius: 0.75rem;
  background: transparent;
  color: inherit;
}
.ask button.keep { border-color: var(--accent); background: var(--accent); color: var(--ground); }
.ask :focus-visible { outline-offset: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.note { position: absolute; inset: auto 0 0; margin: 0; padding: 1rem 1.5rem; background: var(--ground); }
.note[hidden] { display: none; }
.ask p { margin: 0; }
a { color: var(--accent); }
@media (max-width: 30rem) {
  dialog { width: 100vw; height: 100dvh; border-radius: 0; }
}
`;

/** Without a theme it is the browser's. */
const styleIn = (theme) =>
  ['light', 'dark'].includes(theme)
    ? STYLE.replace(
        '(prefers-color-scheme: dark)',
        theme === 'dark' ? 'all' : 'not all',
      ).replaceAll('color-scheme: light dark', `color-scheme: ${theme}`)
    : STYLE;

export function createLinkOpener(service) {
  const { origin } = new URL(service);
  let shown;

  function openLink({
    uri,
    language: wanted,
    theme,
    onLoad,
    onEvent,
    onError,
    onLinked,
    onFinish,
    onExit,
  }) {
    if (!URL.canParse(uri) || new URL(uri).origin !== origin)
      throw new TypeError(`openLink: "uri" must be a magic link of ${origin}.`);
    if (shown?.isConnected) throw new Error('openLink: a link is open already. Close it first.');

    const language = (wanted || document.documentElement.lang || navigator.language).slice(0, 2);
    const address = new URL(uri);
    if (wanted) address.searchParams.set('lang', wanted);
    if (theme) address.searchParams.set('theme', theme);
    const [title, close, refused, inTab, sure, lost, keep] =
      WORDS[language.toLowerCase()] ?? WORDS.en;
    const host = element('div');
    const dialog = element('dialog', { ariaLabel: title });
    const frame = element('iframe', { src: address.href, title });
    frame.setAttribute('autofocus', '');
    const button = element('button', {
      ...{ type: 'button', className: 'close', ariaLabel: close, textContent: '×' },
    });
    const note = element('p', { className: 'note', hidden: true, role: 'status' });
    const tab = element('a', {
      href: address.href,
      target: '_blank',
      rel: 'noopener',
      textContent: inTab,
    });
    note.append(`${refused} `, tab);
    const ask = element('div', { className: 'ask', role: 'alertdialog', hidden: true });
    ask.ariaModal = 'true';
    ask.setAttribute('aria-labelledby', 'sure');
    ask.setAttribute('aria-describedby', 'lost');
    const stay = element('button', { type: 'button', className: 'keep', textContent: keep });
    const go = element('button', { type: 'button', textContent: close });
    const choices = element('div');
    choices.append(stay, go);
    ask.append(
      element('h2', { id: 'sure', textContent: sure }),
      element('p', { id: 'lost', textContent: lost }),
      choices,
    );
    dialog.append(frame, button, note, ask);
    // In a shadow and without a style element: neither page touches the other's looks, and a strict
    // policy of the application holds.
    const shadow = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styleIn(theme));
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(dialog);

    const linked = [];
    let waiting;
    // What the application does with it must not keep the dialog from closing.
    const call = (callback, about) => callback && queueMicrotask(() => callback(about));
    const end = (callback, about) => {
      if (shown !== host) return;
      shown = undefined;
      clearTimeout(waiting);
      removeEventListener('message', hear);
      dialog.close();
      host.remove();
      call(callback, about);
    };
    let session = null;
    let seen = 0;
    let isLoaded = false;
    let failed;
    const report = (event) => call(onEvent, { session, channel: null, code: null, ...event });
    const fail = (code, message) => call(onError, { session, code, message });
    const exit = () => {
      if (shown === host) report({ step: 'closed', at: new Date().toISOString() });
      end(onExit, { linked: [...linked], session });
    };
    let typed = false;
    const asking = (isAsked) => {
      ask.hidden = !isAsked;
      for (const behind of [frame, button, note]) behind.inert = isAsked;
      (isAsked ? stay : frame).focus();
    };
    // What was typed is not thrown away by a slip; a second Escape takes the question back.
    const leave = () => (typed ? asking(ask.hidden) : exit());
    const hear = ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data?.manifold === 'exit') leave();
      if (data?.manifold !== 'state') return;
      typed = data.typed === true;
      clearTimeout(waiting);
      note.hidden = true;
      session = data.session ?? session;
      if (!isLoaded) call(onLoad, {});
      isLoaded = true;
      const remedy = REMEDIES[data.problem];
      if (remedy && failed !== data.problem) fail(data.problem, remedy);
      failed = data.problem;
      for (const step of (data.steps ?? []).slice(seen)) report(step);
      seen = Math.max(seen, data.steps?.length ?? 0);
      for (const channel of data.linked)
        if (!linked.includes(channel)) {
          linked.push(channel);
          call(onLinked, { channel });
        }
      if (data.status) end(onFinish, { status: data.status, linked: [...linked], session });
    };

    addEventListener('message', hear);
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage({ manifold: 'hello' }, origin);
      clearTimeout(waiting);
      // A page that says nothing holds nothing that was typed.
      typed = false;
      waiting = setTimeout(() => {
        note.hidden = false;
        fail('blocked', blocked(origin));
      }, ANSWER_MS);
    });
    button.addEventListener('click', leave);
    stay.addEventListener('click', () => asking(false));
    go.addEventListener('click', exit);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      leave();
    });
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) leave();
    });
    shown = host;
    document.body.append(host);
    dialog.showModal();
    return { close: exit };
  }

  return { openLink };
}

const element = (name, properties = {}) => Object.assign(document.createElement(name), properties);
