/** What an application of the guide knows of its own limits. */
export const isBusy = (email: string | null | undefined): Promise<boolean> =>
  Promise.resolve(email === 'busy@example.org')
