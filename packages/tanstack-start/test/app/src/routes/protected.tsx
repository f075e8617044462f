import { createFileRoute } from '@tanstack/react-router'
import { getMembers } from '../functions'

const Protected = () => <h1>{Route.useLoaderData().title}</h1>

export const Route = createFileRoute('/protected')({ loader: () => getMembers(), component: Protected })
