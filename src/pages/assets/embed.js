// Inside the application's own page: informs that page how the visit goes, and follows another tab.
// It answers the page around it, and only on an origin that the application registered; nothing that
// page sends changes anything here.
(() => {
  const LOOK_MS = 2000;
  const { origins, linked, status, progress, watch, problem } = document.documentElement.dataset;
  if (origins === undefined || parent === window) return;
  const registered = origins.split(' ');
  let state = { linked: linked === '' ? [] : linked.split(' '), status: status || null, problem };
  let app;

  const send = (message) => {
    if (app !== undefined) parent.postMessage(message, app);
  };
  // Only that something would be lost by closing, never what.
  const isChanged = (input) => {
    if (input.type === 'checkbox') return input.checked !== input.defaultChecked;
    if (input.options) return input.value !== '' && !input.selectedOptions[0].defaultSelected;
    return input.value !== input.defaultValue;
  };
  const typed = () =>
    document.querySelector('form[data-typed]') !== null ||
    [...document.querySelectorAll('.fields input, .fields select')].some(isChanged);
  const sendState = () => send({ manifold: 'state', ...state, typed: typed() });
  addEventListener('input', sendState);
  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== parent || !registered.includes(origin) || data?.manifold !== 'hello') return;
    app = origin;
    // What ends the visit is said when its steps are known: with that the dialog closes.
    if (!state.status && !problem) sendState();
    const { session, steps } = (progress && (await lookAt('').catch(() => {}))) || {};
    if (steps) state = { ...state, session, steps };
    sendState();
  });
  const lookAt = async (trip) => {
    const body = new URLSearchParams({ watch, trip });
    const signal = AbortSignal.timeout(LOOK_MS);
    const response = await fetch(progress, { method: 'POST', body, credentials: 'omit', signal });
    return response.ok ? response.json() : response.status < 500 && { status: 'over' };
  };

  const exit = () => send({ manifold: 'exit' });
  // The page around this one does not hear the key. In a search it empties the input first.
  addEventListener('keydown', ({ key, target, isComposing, defaultPrevented }) => {
    const used = isComposing || defaultPrevented || (target.type === 'search' && target.value);
    if (key === 'Escape' && !used) exit();
  });
  for (const back of document.querySelectorAll('[data-exit]'))
    back.addEventListener('click', (event) => {
      event.preventDefault();
      exit();
    });

  for (const form of document.querySelectorAll('form[data-waiting]'))
    form.addEventListener('submit', () => {
      // After the tab was opened: going away immediately would take the form along.
      setTimeout(() => location.assign(form.dataset.waiting), 100);
    });

  if (progress === undefined) return;
  const follows = document.querySelector('[data-follow]');
  let timer;
  let looking = false;
  const look = async () => {
    clearTimeout(timer);
    if (looking || document.visibilityState === 'hidden' || state.status) return;
    looking = true;
    // Without an answer it asks again: the network may be gone for a moment.
    const answer = await lookAt(follows?.dataset.follow ?? '').catch(() => false);
    looking = false;
    if (answer.status === 'over') return;
    if (answer.ended) {
      location.reload();
      return;
    }
    if (answer && (answer.status || answer.steps.length > (state.steps?.length ?? 0))) {
      const isMore = answer.status || answer.linked.length > state.linked.length;
      state = { ...state, ...answer };
      sendState();
      if (isMore && location.pathname.endsWith('/channels')) location.reload();
    }
    if (follows || !answer) timer = setTimeout(look, LOOK_MS);
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
  if (follows) timer = setTimeout(look, LOOK_MS);
})();
