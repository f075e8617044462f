declare module '@authwright/astro' {
  interface Session {
    team?: string
  }
}

/** Compiles if the session of `locals.auth` has the member. */
export const teamOf = async ({ auth }: App.Locals): Promise<string | undefined> => (await auth())?.team
