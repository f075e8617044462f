import type { AuthConfig } from '@authwright/core'
import { adapter } from './adapter.ts'
import { deleteDocuments, deletions } from './documents.ts'

const DELAY = 30 * 86_400_000 // milliseconds

export const config: AuthConfig = {
  adapter,
  providers: [],
  callbacks: {
    async deleteUser({ user }) {
      await deletions.add(user.id, Date.now() + DELAY)
      return '/deletion' // says when, and has a button that calls deletions.remove(user.id)
    },
  },
}

/** Call it where you call the cleanup of the adapter, once a day. */
export const deleteDueUsers = async (): Promise<void> => {
  for (const id of await deletions.due(Date.now())) {
    await deleteDocuments(id)
    await adapter.deleteUser(id)
    await deletions.remove(id)
  }
}
