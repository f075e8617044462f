import type { AuthConfig } from '@authwright/core'
import GitHub from '@authwright/core/providers/github'
import { adapter } from './adapter.ts'
import { deleteDocuments, hasOpenInvoices } from './documents.ts'

export const config: AuthConfig = {
  adapter,
  providers: [GitHub],
  callbacks: {
    async deleteUser({ user }) {
      if (await hasOpenInvoices(user.id)) return '/billing' // deletes nothing
      await deleteDocuments(user.id)
      return true
    },
  },
}
