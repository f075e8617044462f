import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { requireUser } from '../auth.server'

const getAccount = createServerFn().handler(async () => {
  const { user } = await requireUser()
  return { name: user.name }
})

const Account = () => <h1>Account of {Route.useLoaderData().name}</h1>

export const Route = createFileRoute('/account')({ loader: () => getAccount(), component: Account })
