import { InvalidConfig } from '../errors/error-classes.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { PagesOptions } from '../types/config-options.ts'
import * as read from './readers.ts'

/** The owner's pages. Each has to be an http or https address, or a path. */
export const readPages = (config: AuthConfig): Partial<PagesOptions> => {
  const pages: Record<string, string> = {}
  for (const [name, page] of Object.entries(read.readRecord(config.pages, 'pages'))) {
    const text = read.readText(page, `pages.${name}`)
    if (text === undefined) continue
    const url = URL.canParse(text, 'http://localhost') ? new URL(text, 'http://localhost') : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol))
      throw new InvalidConfig(`pages.${name} has to be a path or an http or https address`)
    pages[name] = text
  }
  return Object.freeze(pages)
}
