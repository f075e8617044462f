import { AuthError } from '@authwright/react-router'
import { Form, redirect, redirectDocument } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/enter'

export const loader = ({ url }: Route.LoaderArgs) => ({ refused: url.searchParams.get('refused') })

export const action = async (args: Route.ActionArgs) => {
  const fields = Object.fromEntries(await args.request.formData())
  try {
    return redirectDocument(await auth.signIn(args, 'password', { fields, redirectTo: '/api/me' }))
  } catch (error) {
    if (error instanceof AuthError) return redirect(`/enter?refused=${error.type}`)
    throw error
  }
}

const Enter = ({ loaderData }: Route.ComponentProps) => (
  <Form method="post">
    <p>{loaderData.refused}</p>
    <input name="username" />
    <input name="password" type="password" />
    <button>Enter</button>
  </Form>
)

export default Enter
