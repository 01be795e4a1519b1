// Loads the live parts of the page again every few seconds, while it is looked at. Everything works without it.
const EVERY = 5000;

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const fresh = page.getElementById(part.id);
    // What is being used stays as it is.
    if (fresh && !part.contains(document.activeElement)) part.replaceChildren(...fresh.childNodes);
  }
}

if (document.querySelector('[data-live]')) setInterval(() => refresh().catch(() => {}), EVERY);

// On a phone the way around is wider than the page. After `scrollIntoView` the first Tab would begin there.
const around = document.querySelector('.around');
const here = around?.querySelector('[aria-current]');
if (here) around.scrollLeft = here.offsetLeft + (here.offsetWidth - around.clientWidth) / 2;

// A choice of a filter counts as soon as it is made.
for (const form of document.querySelectorAll('form.filters[method="get"]'))
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) form.requestSubmit();
  });
