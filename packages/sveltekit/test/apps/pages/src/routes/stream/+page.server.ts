/** Reads the session after the response has started. */
export const load = ({ locals }) => ({
  late: new Promise<string>((resolve) => {
    setTimeout(() => void locals.auth().then((session) => resolve(session?.user?.name ?? 'signed out')), 20)
  }),
})
