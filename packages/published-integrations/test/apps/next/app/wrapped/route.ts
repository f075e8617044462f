import { auth } from '../../auth.ts'

export const GET = auth((request) => Response.json({ name: request.auth?.user?.name ?? null }))
