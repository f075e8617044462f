import { resolve } from '$app/paths'

/** The address of a page of the application, given with or without a slash in front, below SvelteKit's `paths.base`. */
export const pageAddress = (page: string): string => resolve('/', {}) + page.replace(/^\/+/, '')
