/** A line as the library writes it to the terminal: the time, the level and what happened. */
export const logLine = (level: 'error' | 'warn', text: string, code = ''): string =>
  `${new Date().toISOString()} [auth][${level}]${code} ${text}`
