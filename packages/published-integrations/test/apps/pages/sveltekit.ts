import * as client from '@auth/sveltekit/client'
import { signIn as signInWithPasskey } from '@auth/sveltekit/webauthn'

// The test calls the functions of the client.
Object.assign(globalThis, { client: { ...client, signInWithPasskey } })
