import { createFileRoute } from '@tanstack/react-router'
import { leave } from '../functions'

const Leave = () => (
  <form method="post" action={leave.url}>
    <button>Leave</button>
  </form>
)

export const Route = createFileRoute('/leave')({ component: Leave })
