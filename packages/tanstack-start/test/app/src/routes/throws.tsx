import { createFileRoute } from '@tanstack/react-router'
import { getName } from '../functions'

export const Route = createFileRoute('/throws')({
  loader: async () => {
    await getName()
    throw new Error('the application failed')
  },
})
