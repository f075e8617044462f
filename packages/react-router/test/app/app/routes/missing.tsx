import { data } from 'react-router'
import { auth } from '../auth.server'
import type { Route } from './+types/missing'

export const loader = async (args: Route.LoaderArgs) =>
  data({ name: (await auth.auth(args))?.user?.name ?? 'signed out' }, { status: 404 })

const Missing = ({ loaderData }: Route.ComponentProps) => <p>Nothing here for {loaderData.name}</p>

export default Missing
