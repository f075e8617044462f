import { AuthError } from '@authwright/react-router'
import { data, redirectDocument } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/login'

export const action = async (args: Route.ActionArgs) => {
  const fields = Object.fromEntries(args.url.searchParams)
  try {
    return redirectDocument(await auth.signIn(args, 'password', { fields, redirectTo: '/api/me' }))
  } catch (error) {
    if (error instanceof AuthError) return data({ refused: error.type }, { status: 403 })
    throw error
  }
}

const Login = ({ actionData }: Route.ComponentProps) => <p>{`refused: ${actionData?.refused}`}</p>

export default Login
