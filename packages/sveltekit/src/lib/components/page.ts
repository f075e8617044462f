import { homeAddress } from '../paths.ts'

/** The address of a page below SvelteKit's `paths.base`. The slash in front of the page is optional. */
export const pageAddress = (page: string): string => homeAddress() + page.replace(/^\/+/, '')
