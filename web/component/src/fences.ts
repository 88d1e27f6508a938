// Turns the Rigy code blocks of a page into models: <pre><code class="language-rigy">, as Markdown tools write
// them. The page loads the component itself.
import type { RigyModel } from './rigy-model.js';

export function showFences(root: ParentNode = document): RigyModel[] {
  return [...root.querySelectorAll('pre > code.language-rigy')].map((code) => {
    const model = document.createElement('rigy-model') as RigyModel;
    model.textContent = code.textContent;
    code.parentElement!.replaceWith(model);
    return model;
  });
}
