import NextAuth from 'next-auth'
import { adjust } from '../../../adjust.ts'

export const runtime = 'edge'

// As the guides of Auth.js have it: without the adapter, which does not run there.
const { auth } = NextAuth(adjust({ providers: [] }))

export const GET = auth((request) => Response.json({ name: request.auth?.user?.name ?? null }))
