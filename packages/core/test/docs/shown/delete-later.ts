import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'
import { adapter } from './adapter.ts'
import { deleteDocuments } from './documents.ts'

export const config: AuthConfig = {
  adapter,
  providers: [GitHub],
  account: { deletionDelay: 7 * 24 * 60 * 60 },
  callbacks: {
    async deleteUser({ user }) {
      await deleteDocuments(user.id)
      return true
    },
  },
}
