import type { MarkdownRenderer } from 'vitepress'

type Token = Parameters<MarkdownRenderer['renderer']['render']>[0][number]

/** Code and addresses in a cell may wrap after punctuation and before a capital letter: `account.`, `reauthenticate`, `After`. */
const WRAPS = /(?<=[._/|,(<=:?-])(?=\w)|(?<=[a-z\d])(?=[A-Z])/

/** Shorter names stay in one line, except in a table with many columns. */
const MIN_WRAPPED = 20

/** On a narrow screen each row of such a table is a card (site.css). */
const MIN_CARD_COLUMNS = 3

/** Such a table has less space between its columns. */
const MIN_WIDE_COLUMNS = 5

/** The tokens of one table. */
const prepareTable = (tokens: readonly Token[]): void => {
  const headings = tokens.flatMap(({ type }, i) =>
    type === 'th_open' ? [tokens[i + 1]?.content.replaceAll('`', '') ?? ''] : [],
  )
  const isWide = headings.length >= MIN_WIDE_COLUMNS
  if (headings.length >= MIN_CARD_COLUMNS) tokens[0]?.attrJoin('class', 'cards')
  if (isWide) tokens[0]?.attrJoin('class', 'wide')

  let column = 0
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'tr_open') column = 0
    if (token.type !== 'td_open') continue
    token.attrSet('data-heading', headings[column++] ?? '')
    for (const child of tokens[i + 1]?.children ?? [])
      if (child.type === 'code_inline' || child.type === 'text') child.meta = { wrappedFrom: isWide ? 0 : MIN_WRAPPED }
  }
}

/** Makes tables readable on narrow screens: code wraps, and a cell knows the heading of its column. */
export const tables = (markdown: MarkdownRenderer): void => {
  const wrap = (word: string, minimum: number): string =>
    (word.length < minimum ? [word] : word.split(WRAPS)).map((part) => markdown.utils.escapeHtml(part)).join('<wbr>')

  markdown.core.ruler.push('tables', ({ tokens }) => {
    let start = 0
    for (const [i, { type }] of tokens.entries()) {
      if (type === 'table_open') start = i
      if (type === 'table_close') prepareTable(tokens.slice(start, i))
    }
  })

  const { rules } = markdown.renderer
  // The table can have the focus, so that the arrow keys scroll it.
  rules.table_open = (tokens, index, _options, _env, self) => {
    const [token] = tokens.slice(index, index + 1)
    token?.attrSet('tabindex', '0')
    return `<table${token === undefined ? '' : self.renderAttrs(token)}>\n`
  }

  const { text, code_inline: code } = rules
  if (text === undefined || code === undefined) throw new Error('VitePress has no rules for text and code')
  rules.code_inline = (tokens, index, ...rest) => {
    const token = tokens[index]
    const from: unknown = token?.meta?.wrappedFrom
    if (token === undefined || typeof from !== 'number') return code(tokens, index, ...rest)
    return `<code v-pre>${wrap(token.content, from)}</code>`
  }
  rules.text = (tokens, index, ...rest) => {
    const token = tokens[index]
    if (typeof token?.meta?.wrappedFrom !== 'number') return text(tokens, index, ...rest)
    return token.content
      .split(' ')
      .map((word) => wrap(word, MIN_WRAPPED))
      .join(' ')
  }
}
