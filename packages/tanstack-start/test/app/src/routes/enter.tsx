import { createFileRoute } from '@tanstack/react-router'
import { enter } from '../functions'

const Enter = () => (
  <form method="post" action={enter.url}>
    <p>{Route.useSearch().refused}</p>
    <input name="username" />
    <input name="password" type="password" />
    <button>Enter</button>
  </form>
)

export const Route = createFileRoute('/enter')({
  validateSearch: ({ refused }): { refused?: string } => (typeof refused === 'string' ? { refused } : {}),
  component: Enter,
})
