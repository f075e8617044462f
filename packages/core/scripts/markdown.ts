// Markdown for the pages of docs/reference.

/** Text in a table. */
export const cell = (text: string | undefined): string => (text ?? '').replaceAll('|', '\\|')

/** Code in a table. */
export const code = (text: string): string => `\`${cell(text)}\``

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
