// A plugin for markdown-it: ```rigy fences become <rigy-model> elements. The page loads the component itself.
import type MarkdownIt from 'markdown-it';

export interface RigyFenceOptions {
  /** The address of a playground, for a link to it. */
  playground?: string;
}

export default function rigyFences(md: MarkdownIt, { playground }: RigyFenceOptions = {}): void {
  const other = md.renderer.rules.fence;
  const { escapeHtml } = md.utils;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index]!;
    const [language, ...words] = info.trim().split(/\s+/);
    if (language !== 'rigy') return other?.(tokens, index, options, env, self) ?? '';
    // ```rigy pose=bent
    const pose = words.find((word) => word.startsWith('pose='))?.slice('pose='.length);
    const attributes = Object.entries({ pose, playground })
      .filter(([, value]) => value)
      .map(([name, value]) => ` ${name}="${escapeHtml(value!)}"`);
    return `<rigy-model${attributes.join('')}>${escapeHtml(content)}</rigy-model>\n`;
  };
}
