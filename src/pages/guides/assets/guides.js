// Puts a button on each block of code that copies it, shows where the reader is in the list of pages, and
// remembers the language of the examples. Without it the pages are whole.
const around = document.querySelector('.around');
const here = around?.querySelector('[aria-current]');
if (here) around.scrollTop = here.offsetTop - around.clientHeight / 2;

for (const block of document.querySelectorAll('.code:not([data-language="text"])')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    let said = 'Copied';
    try {
      await navigator.clipboard.writeText(block.querySelector('code').textContent.trimEnd());
    } catch {
      said = 'Not allowed';
    }
    button.textContent = said;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  block.classList.add('copies');
  block.append(button);
}

// The language that was chosen once is shown wherever there is a choice.
const choices = document.querySelectorAll('.tabs input');
const show = (language) => {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
};
for (const choice of choices)
  choice.addEventListener('change', () => {
    const before = choice.getBoundingClientRect().top;
    show(choice.value);
    // What stands above may be longer or shorter now; where one looks stays.
    scrollBy(0, choice.getBoundingClientRect().top - before);
    try {
      localStorage.setItem('language', choice.value);
    } catch {
      // Where nothing may be kept, it holds for this page.
    }
  });
try {
  show(localStorage.getItem('language'));
} catch {
  // The same.
}
