import type { NextApiRequest, NextApiResponse } from 'next'
import { getServerSession } from 'next-auth/next'
import { authOptions } from '../../lib/auth-options'

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  res.json(await getServerSession(req, res, authOptions))
}
