// Puts a button on each block of code that copies it, and shows where the reader is in the list of
// pages. Without it the pages are whole.
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
