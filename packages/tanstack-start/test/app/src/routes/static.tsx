import { createFileRoute } from '@tanstack/react-router'
import { getName } from '../functions'

const Static = () => <p>{Route.useLoaderData()}</p>

export const Route = createFileRoute('/static')({ loader: () => getName(), component: Static })
