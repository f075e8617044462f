import { SvelteKitAuth } from '@authwright/sveltekit'
import type { RequestEvent } from '@sveltejs/kit'
import { configs } from './configs'

/** The mistake that the request is about. */
export const nameOf = ({ request }: RequestEvent): string => request.headers.get('x-mistake') ?? ''

export const { handle, signIn, signOut } = SvelteKitAuth((event) => {
  const config = configs[nameOf(event)]
  if (config === undefined) throw new Error('no tenant')
  return config
})
