import { createFileRoute } from '@tanstack/react-router'
import { getSession } from '../functions'

const Home = () => <pre id="session">{Route.useLoaderData()}</pre>

export const Route = createFileRoute('/')({ loader: () => getSession(), component: Home })
