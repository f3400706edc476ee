/** Filters the findings; everything is there and visible before it runs. */
export const script = `
(() => {
  const form = document.getElementById('filter');
  if (!form) return;
  const files = [...document.querySelectorAll('.file')].map((file) => ({
    file,
    rows: [...file.querySelectorAll('li')].map((row) => ({
      row,
      text: (file.querySelector('summary').textContent + ' ' + row.textContent).toLowerCase(),
    })),
  }));
  const total = files.reduce((sum, { rows }) => sum + rows.length, 0);
  const keys = ['engine', 'status', 'severity'];
  const apply = () => {
    const wanted = form.elements.text.value.trim().toLowerCase();
    let shown = 0;
    for (const { file, rows } of files) {
      let inFile = 0;
      for (const { row, text } of rows) {
        const fits =
          text.includes(wanted) &&
          keys.every((key) => ['', row.dataset[key]].includes(form.elements[key].value));
        if (row.hidden === fits) row.hidden = !fits;
        if (fits) inFile += 1;
      }
      file.hidden = inFile === 0;
      shown += inFile;
    }
    form.elements.shown.value = shown === total ? total + ' findings' : shown + ' of ' + total;
  };
  let timer;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, 60);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();
`;

/** What the policy of the page allows; a test says what it must be. */
export const scriptHash = 'sha256-Sy3o4zBIbRteW47MgHysHY5lrvflUhYzVOR2zhQQCUA=';
