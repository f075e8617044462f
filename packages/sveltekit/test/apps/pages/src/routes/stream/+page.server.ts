/** Asks for the session when the response is under way. */
export const load = ({ locals }) => ({
  late: new Promise<string>((resolve) => {
    setTimeout(() => void locals.auth().then((session) => resolve(session?.user?.name ?? 'nobody')), 20)
  }),
})
