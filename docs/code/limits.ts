/** Stands for a limit that the application checks. */
export const isBusy = (email: string | null | undefined): Promise<boolean> =>
  Promise.resolve(email === 'busy@example.org')
