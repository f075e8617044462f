import { Form, redirectDocument } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/leave'

export const action = async (args: Route.ActionArgs) =>
  redirectDocument(await auth.signOut(args, { redirectTo: '/user' }))

const Leave = () => (
  <Form method="post">
    <button>Leave</button>
  </Form>
)

export default Leave
