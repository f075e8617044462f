import { MAILBOX_URL } from '$app/env/private'

/** Redirects to the mailbox, which is another server. */
export const GET = () => new Response(null, { status: 302, headers: { location: MAILBOX_URL } })
