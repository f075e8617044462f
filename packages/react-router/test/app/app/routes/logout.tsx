import { redirectDocument } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/logout'

export const action = async (args: Route.ActionArgs) => redirectDocument(await auth.signOut(args))

const Logout = () => null

export default Logout
