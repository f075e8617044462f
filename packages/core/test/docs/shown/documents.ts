/** Whether the user still owes something. */
export const hasOpenInvoices = async (_userId: string): Promise<boolean> => false

/** Deletes what the application stores about a user. */
export const deleteDocuments = async (_userId: string): Promise<void> => undefined
