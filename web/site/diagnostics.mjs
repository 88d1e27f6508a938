// docs/diagnostics.md as one page per diagnostic, and every field of docs/reference.md with an address of its own.
import { slugOf } from './repository.mjs';

/** The page before the entries, and the entries: { id, summary, text }. */
export function entriesOf(text) {
  const [head, ...entries] = text.split(/^## (?=[A-Z]\d+$)/m);
  return {
    head,
    entries: entries.map((entry) => {
      const [id] = entry.split('\n', 1);
      const [, summary, kind, body] = /^\*\*(.*?)\*\* \((.*?)\)\. ([\s\S]*)$/m.exec(entry);
      return { id, summary, text: `# ${id}: ${summary}\n\n*${kind}*\n\n${body.trim()}\n` };
    }),
  };
}

/** The ids of the table lead to the pages of the entries. */
export function linkedTable(head) {
  return head.replace(/^\| \[([A-Z]\d+)\]\(#\w+\)/gm, '| [$1](/diagnostics/$1)');
}

/** `reference#primitive.dimensions` is the row of that field. */
export function withFieldAddresses(text) {
  let object = '';
  return text
    .split('\n')
    .map((line) => {
      const heading = /^## (.*)$/.exec(line);
      if (heading) object = slugOf(heading[1]);
      return line.replace(/^\| `(\w+)`(?= )/, (_, field) => {
        const id = `${object}.${field}`;
        return `| <a id="${id}" class="field" href="#${id}"><code>${field}</code></a>`;
      });
    })
    .join('\n');
}
