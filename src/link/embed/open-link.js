// Opens a magic link in a dialog of the application's own page. It needs nothing, leaves nothing
// behind, and listens to nobody but the frame that it made.

const WORDS = {
  en: ['Connect your shops', 'Close', 'This page cannot be shown here.', 'Open it in a new tab'],
  nl: [
    'Uw winkels koppelen',
    'Sluiten',
    'Deze pagina kan hier niet worden getoond.',
    'Openen in een nieuw tabblad',
  ],
  de: [
    'Ihre Shops verbinden',
    'Schließen',
    'Diese Seite kann hier nicht angezeigt werden.',
    'In einem neuen Tab öffnen',
  ],
  fr: [
    'Connecter vos boutiques',
    'Fermer',
    'Cette page ne peut pas s’afficher ici.',
    'L’ouvrir dans un nouvel onglet',
  ],
};

/** A page of ours answers at once. */
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
button {
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
  cursor: pointer;
}
button:hover { background: var(--tint); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
p { position: absolute; inset: auto 0 0; margin: 0; padding: 1rem 1.5rem; background: var(--ground); }
p[hidden] { display: none; }
a { color: var(--accent); }
@media (max-width: 30rem) {
  dialog { width: 100vw; height: 100dvh; border-radius: 0; }
}
`;

export function createLinkOpener(service) {
  const { origin } = new URL(service);
  let shown;

  function openLink({ uri, onLinked, onFinish, onExit }) {
    if (!URL.canParse(uri) || new URL(uri).origin !== origin)
      throw new TypeError(`openLink: "uri" must be a magic link of ${origin}.`);
    if (shown?.isConnected) throw new Error('openLink: a link is open already. Close it first.');

    const language = (document.documentElement.lang || navigator.language).slice(0, 2);
    const [title, close, refused, inTab] = WORDS[language.toLowerCase()] ?? WORDS.en;
    const host = element('div');
    const dialog = element('dialog', { ariaLabel: title });
    const frame = element('iframe', { src: uri, title });
    frame.setAttribute('autofocus', '');
    const button = element('button', { type: 'button', ariaLabel: close, textContent: '×' });
    const note = element('p', { hidden: true, role: 'status' });
    const tab = element('a', { href: uri, target: '_blank', rel: 'noopener', textContent: inTab });
    note.append(`${refused} `, tab);
    dialog.append(frame, button, note);
    // In a shadow and without a style element: neither page touches the other's looks, and a strict
    // policy of the application holds.
    const shadow = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
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
    const exit = () => end(onExit, { linked: [...linked] });
    const hear = ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin) return;
      if (data?.manifold === 'exit') exit();
      if (data?.manifold !== 'state') return;
      clearTimeout(waiting);
      note.hidden = true;
      for (const channel of data.linked)
        if (!linked.includes(channel)) {
          linked.push(channel);
          call(onLinked, { channel });
        }
      if (data.status) end(onFinish, { status: data.status, linked: [...linked] });
    };

    addEventListener('message', hear);
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage({ manifold: 'hello' }, origin);
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        note.hidden = false;
      }, ANSWER_MS);
    });
    button.addEventListener('click', exit);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      exit();
    });
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) exit();
    });
    shown = host;
    document.body.append(host);
    dialog.showModal();
    return { close: exit };
  }

  return { openLink };
}

const element = (name, properties = {}) => Object.assign(document.createElement(name), properties);
