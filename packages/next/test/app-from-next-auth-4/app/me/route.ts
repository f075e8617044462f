import { getServerSession } from 'next-auth'
import { authOptions } from '../../lib/auth-options'

export const GET = async () => Response.json(await getServerSession(authOptions))
