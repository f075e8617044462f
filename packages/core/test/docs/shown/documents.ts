/** Whether the user still owes something. */
export const hasOpenInvoices = async (_userId: string): Promise<boolean> => false

/** Deletes what the application stores about a user. */
export const deleteDocuments = async (_userId: string): Promise<void> => undefined

const requested = new Map<string, number>()

/** Stands for a table of the application: when each user who requested it is deleted, in milliseconds. */
export const deletions = {
  add: async (userId: string, at: number): Promise<void> => void requested.set(userId, at),
  remove: async (userId: string): Promise<void> => void requested.delete(userId),
  due: async (now: number): Promise<readonly string[]> =>
    [...requested].filter(([, at]) => at <= now).map(([userId]) => userId),
}
