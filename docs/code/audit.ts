/** Stands for the audit log of the application. */
export const writeAudit = async (_what: string, _userId: string | undefined, _details?: object): Promise<void> =>
  undefined
