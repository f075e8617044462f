import { MAILBOX_URL } from '$app/env/private'

/** The mailbox is another program with an address of its own. */
export const GET = () => new Response(null, { status: 302, headers: { location: MAILBOX_URL } })
