import { auth } from '../../auth'

export const GET = auth((request) => Response.json({ role: request.auth?.user?.role ?? null }))
