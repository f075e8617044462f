import { actedPath } from '@authwright/testing/frameworks/application'
import { Form, redirectDocument } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/act'

export const action = async (args: Route.ActionArgs) => redirectDocument(await actedPath(() => auth.auth(args)))

const Act = () => (
  <Form method="post">
    <button>Act</button>
  </Form>
)

export default Act
