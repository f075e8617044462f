import type { SqlAdapter } from '../adapter.ts'
import type { Layout } from '../layouts/layout.ts'
import { sqlAdapter } from '../sql-adapter.ts'
import { openUrl } from './open-url.ts'

/** Does work over the database at an address, and closes it. */
export const withDatabase = async (
  address: string,
  layout: Layout | undefined,
  work: (adapter: SqlAdapter) => Promise<void>,
): Promise<void> => {
  const { dialect, close } = await openUrl(address)
  const adapter = sqlAdapter({ db: dialect, ...(layout === undefined ? {} : { layout }) })
  try {
    await work(adapter)
  } finally {
    await adapter.close()
    await close()
  }
}
