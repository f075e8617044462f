import type { NextApiRequest, NextApiResponse } from 'next'
import { getToken } from '@authwright/next/v4'
import { authOptions } from '../../lib/auth-options'

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const token = await getToken({ req, legacySessions: authOptions.legacySessions })
  res.json({ role: token?.role ?? null })
}
