import NextAuth from '@authwright/next/v4'
import { authOptions } from '../../../../lib/auth-options'

const handler = NextAuth({ ...authOptions, basePath: '/app-router/auth' })

export { handler as GET, handler as POST }
