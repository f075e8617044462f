import { Form, redirectDocument } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/careless'

/** An action that does not catch the error of a failed sign-in. */
export const action = async (args: Route.ActionArgs) => {
  const fields = Object.fromEntries(await args.request.formData())
  return redirectDocument(await auth.signIn(args, 'password', { fields, redirectTo: '/api/me' }))
}

const Careless = () => (
  <Form method="post">
    <input name="username" />
    <input name="password" type="password" />
    <button>Sign in</button>
  </Form>
)

export default Careless
