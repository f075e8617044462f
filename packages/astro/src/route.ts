/** The middleware responds to requests for routes of the library. What comes here has another spelling of their path. */
export const ALL = (): Response => new Response(null, { status: 404 })
