import * as paths from '$app/paths'

/** What the versions of SvelteKit export: `base` until version 2, `resolve` from 2.26 on. */
interface Paths {
  readonly base?: string
  readonly resolve?: (path: '/', parameters: Record<string, string>) => string
}

const known: Paths = paths

/** The address of the home page: SvelteKit's `paths.base` and a slash. On a server it depends on the request. */
export const homeAddress = (): string =>
  known.base === undefined ? (known.resolve?.('/', {}) ?? '/') : `${known.base}/`
