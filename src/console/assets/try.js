// Lights up everything that a value is made of, without moving the page. Everything works without it.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[data-from]');
  if (!link) return;
  event.preventDefault();
  for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');
  const from = link.dataset.from.split(' ').map((id) => document.getElementById(id));
  for (const part of [link, ...from]) part?.classList.add('lit');
  from[0]?.scrollIntoView({ block: 'nearest' });
});

// A record that an address names is opened, also where the browser does not do so itself.
const open = () => {
  const record = document.getElementById(location.hash.slice(1))?.closest('details.record');
  if (record) record.open = true;
};
addEventListener('hashchange', open);
