import { SvelteKitAuth } from '@gatehouse/sveltekit'
import GitHub from '@gatehouse/sveltekit/providers/github'

export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })
