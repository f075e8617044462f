import { auth } from '../../auth-edge'

export const runtime = 'edge'

export const GET = auth((request) =>
  Response.json({ name: request.auth?.user?.name ?? null, runtime: 'EdgeRuntime' in globalThis }),
)
