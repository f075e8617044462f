import { auth } from '../../auth.ts'

export const GET = async () => Response.json(await auth())
