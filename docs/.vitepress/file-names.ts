import type { MarkdownRenderer } from 'vitepress'

/** Shows the name of a file above its code: ```ts file=auth.ts. A tab of a group has its own label. */
export const fileNames = (markdown: MarkdownRenderer): void => {
  const render = markdown.renderer.rules.fence
  if (render === undefined) return
  markdown.renderer.rules.fence = (tokens, index, ...rest) => {
    const info = tokens[index]?.info ?? ''
    const name = /(?:file=|title=")([^"\s]+)/.exec(info)?.[1]
    const code = render(tokens, index, ...rest)
    return name === undefined || info.includes('[')
      ? code
      : `<p class="file-name">${markdown.utils.escapeHtml(name)}</p>${code}`
  }
}
