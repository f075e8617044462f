import { adapter } from './adapter.ts'

declare module '@authwright/core' {
  interface User {
    theme?: string | null | undefined
  }
}

/** The browser can send anything, so only these two values are stored. */
export const saveTheme = (userId: string, theme: unknown) =>
  adapter.updateUser({ id: userId, theme: theme === 'dark' ? 'dark' : 'light' })
