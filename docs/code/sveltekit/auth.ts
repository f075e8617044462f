import { SvelteKitAuth } from '@authwright/sveltekit'
import GitHub from '@authwright/sveltekit/providers/github'

export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })
