// The link pages work without this: it only says what is going on, searches as one types, shows secrets.
(() => {
  const STILL_MS = 5000;
  const LONG_MS = 12000;

  for (const form of document.querySelectorAll('form[data-busy]')) {
    const button = form.querySelector('button.primary');
    const label = button.querySelector('.label');
    const status = form.querySelector('[role=status]');
    form.addEventListener('submit', (event) => {
      if (form.classList.contains('busy')) {
        event.preventDefault();
        return;
      }
      if (event.submitter?.name) return;
      form.classList.add('busy');
      button.setAttribute('aria-disabled', 'true');
      // The words change, the button does not.
      button.style.minHeight = `${button.offsetHeight}px`;
      if (label) label.textContent = button.dataset.busy;
      if (!status) return;
      status.textContent = form.dataset.busy;
      setTimeout(() => {
        status.textContent = form.dataset.still;
      }, STILL_MS);
      setTimeout(() => {
        status.textContent = form.dataset.long;
      }, LONG_MS);
    });
  }

  // The browser may show this page again from its memory: without what was secret, and as it is by then.
  addEventListener('pagehide', () => {
    for (const input of document.querySelectorAll('input[data-secret]')) input.value = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  // The service knows no zone but UTC.
  const { lang } = document.documentElement;
  const local = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  for (const time of document.querySelectorAll('time'))
    time.textContent = local.format(new Date(time.dateTime));

  // In a frame of another site the browser itself leaves the focus where it was.
  document.querySelector('[autofocus]')?.focus();

  for (const toggle of document.querySelectorAll('button.reveal')) {
    const input = document.getElementById(toggle.getAttribute('aria-controls'));
    const word = toggle.firstElementChild;
    toggle.hidden = false;
    toggle.addEventListener('click', () => {
      const shown = input.type === 'text';
      input.type = shown ? 'password' : 'text';
      word.textContent = shown ? word.dataset.show : word.dataset.hide;
    });
  }

  // A vendor that sends no state brings the browser back to the tab that left, which remembers its trip.
  const remembered = (channel, trip) => {
    const key = `manifold-trip-${channel}`;
    try {
      if (trip !== undefined) sessionStorage.setItem(key, trip);
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  };
  for (const { dataset } of document.querySelectorAll('[data-left]'))
    remembered(dataset.channel, dataset.left);
  for (const { dataset } of document.querySelectorAll('[data-came]'))
    if (![null, dataset.came].includes(remembered(dataset.channel))) location.replace(dataset.late);
  for (const list of document.querySelectorAll('[data-whose]')) {
    const trip = remembered(list.dataset.channel);
    const own = [...list.querySelectorAll('[data-trip]')].find((one) => one.dataset.trip === trip);
    if (trip !== null) location.replace(own ? own.href : list.dataset.late);
  }

  // As src/link/search.ts does it for those without this script.
  const folded = (text) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const search = document.querySelector('input[type=search]');
  if (search) {
    const rows = [...document.querySelectorAll('[data-search]')];
    const nothing = document.getElementById('nothing');
    const said = document.getElementById('found');
    const { none, one, many } = said.dataset;
    // What is typed is looked for as it is typed.
    search.form.querySelector('button').hidden = true;
    search.addEventListener('input', () => {
      const wanted = folded(search.value);
      let found = 0;
      for (const row of rows) {
        row.hidden = !row.dataset.search.includes(wanted);
        if (!row.hidden) found += 1;
      }
      nothing.hidden = found > 0;
      nothing.textContent = found > 0 ? '' : none.replace('%s', search.value.trim());
      said.textContent =
        found === 1 ? one : found > 0 ? many.replace('%s', found) : nothing.textContent;
    });
  }
})();
