import { setEnvDefaults, type AuthConfig } from '@authwright/core'
import { processVariables } from '@authwright/core/framework'
import { defaultBasePath } from '../config.ts'

/**
 * The options of `@authwright/core`, as `NextAuth` of next-auth 4 takes them.
 * @example const authOptions: NextAuthOptions = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface NextAuthOptions extends Omit<AuthConfig, 'raw'> {}

/** What the variables of the environment set: `origin`, `secret` and more. */
export const environmentDefaults = (): AuthConfig => {
  const config: AuthConfig = { providers: [], basePath: defaultBasePath() }
  setEnvDefaults(processVariables(), config, true)
  return config
}

/** As with next-auth 4, the path of `AUTH_URL` or `NEXTAUTH_URL` is the base path, if it has one. */
export const findBasePath = ({ basePath }: Pick<NextAuthOptions, 'basePath'>): string => {
  const { AUTH_URL: url = '', NEXTAUTH_URL: text = url } = processVariables()
  const path = URL.canParse(text) ? new URL(text).pathname.replace(/\/+$/, '') : ''
  return basePath ?? (path === '' ? defaultBasePath() : path)
}
