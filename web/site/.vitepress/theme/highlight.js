// Colors the YAML of the landing page while it is written: enough for keys, texts, numbers and comments.
const word = /(#.*$)|("[^"\n]*"?|'[^'\n]*'?)|([A-Za-z_][\w.]*)(?=\s*:)|(-?\b\d[\d.]*\b)/gm;
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function highlighted(text) {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(word)) {
    const kind = ['comment', 'text', 'key', 'number'][match.slice(1).findIndex((group) => group !== undefined)];
    result += `${escaped(text.slice(end, match.index))}<span class="${kind}">${escaped(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return `${result}${escaped(text.slice(end))}\n`;
}
