/** What this module uses of the standard error. */
interface Screen {
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** The last line of a terminal, which the next text replaces. */
export interface StatusLine {
  /** Shows a text in place of the one before. The empty text removes the line. */
  readonly show: (text: string) => void
  /** Removes the line, so that other text begins at the left. The next text is shown again. */
  readonly clear: () => void
}

/** The usual width of a terminal, if it does not say its own. */
const COLUMNS = 80

/** Returns to the begin of the line, and erases it. */
const ERASE = '\r\u001b[K'

export const makeStatusLine = (screen: Screen): StatusLine => {
  let isShown = false
  const clear = (): void => {
    if (isShown) screen.write(ERASE)
    isShown = false
  }
  const show = (text: string): void => {
    if (text === '') return clear()
    // A text that wraps could not be erased: only its last line would be.
    const width = (screen.columns || COLUMNS) - 1
    screen.write(ERASE + (text.length > width ? `${text.slice(0, width - 1)}…` : text))
    isShown = true
  }
  return { show, clear }
}
