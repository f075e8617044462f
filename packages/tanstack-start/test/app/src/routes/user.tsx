import { createFileRoute } from '@tanstack/react-router'
import { getName } from '../functions'

const User = () => <p id="user">{Route.useLoaderData()}</p>

export const Route = createFileRoute('/user')({ loader: () => getName(), component: User })
