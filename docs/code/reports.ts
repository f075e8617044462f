/** Stands for a query of the application. */
export const findReports = async (_email: string | null | undefined): Promise<readonly string[]> => [
  'January',
  'February',
]
