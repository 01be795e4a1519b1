// Shows where something was found while one types. Without it the form leads to a page that does.
const form = document.querySelector('.search');
const field = form.querySelector('input');
const onPage = document.querySelector('main .found');
const found = onPage ?? form.appendChild(document.createElement('div'));
found.className = 'found';
// It is there before it says something, so that it is announced.
const count = onPage?.querySelector('p') ?? found.appendChild(document.createElement('p'));
count.setAttribute('role', 'status');
found.hidden = !onPage;

let asked;
let timer;
async function look() {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  const address = `${form.action}?${new URLSearchParams({ q: field.value })}`;
  try {
    const answer = await fetch(address, { signal, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const list = page.querySelector('.found ol');
    found.querySelector('ol')?.remove();
    if (list) found.append(list);
    count.textContent = page.querySelector('.found p').textContent;
    if (onPage) history.replaceState(null, '', address);
    else found.hidden = field.value === '';
  } catch {
    // Another letter came, or nothing answers: the form still leads to the page.
  }
}
field.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(look, 120);
});
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!onPage && !form.contains(relatedTarget)) found.hidden = true;
});
field.addEventListener('focus', () => {
  if (!onPage && found.querySelector('ol')) found.hidden = false;
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const isTyping = target.closest('input, textarea, select, [contenteditable]');
  const inSearch = form.contains(target) || found.contains(target);
  if (key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    field.select();
  } else if (key === 'Escape' && inSearch && !onPage && !found.hidden) {
    event.preventDefault();
    field.focus();
    found.hidden = true;
  } else if (inSearch && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const stops = [field, ...found.querySelectorAll('a')];
    const next = stops[stops.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
});
