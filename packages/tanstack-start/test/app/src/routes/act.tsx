import { createFileRoute } from '@tanstack/react-router'
import { act } from '../functions'

const Act = () => (
  <form method="post" action={act.url}>
    <button>Act</button>
  </form>
)

export const Route = createFileRoute('/act')({ component: Act })
