import { redirect } from 'next/navigation'
import { auth } from '../../auth'

// What Next.js throws for its own purposes passes through.
export const GET = auth(() => redirect('/api/me'))
