import type { Awaitable } from '../base/async.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { CallbacksOptions } from '../types/callbacks.ts'
import type { DefaultSession, Session } from '../types/user.ts'

type SessionCallback<S> = (...parameters: Parameters<CallbacksOptions['session']>) => Awaitable<S>

/**
 * The options of a framework package, whose callback `session` returns sessions of the type `S`. TypeScript infers it.
 * @example
 * const config: TypedConfig<AuthConfig, Session & { readonly role: string }> = {
 *   providers: [],
 *   callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
 * }
 */
export type TypedConfig<Config extends Pick<AuthConfig, 'callbacks'>, S extends DefaultSession> = Omit<
  Config,
  'callbacks'
> & {
  /**
   * Functions of the application that decide.
   * @example callbacks: { redirect: () => 'https://app.example.com/welcome' }
   */
  callbacks?: Omit<NonNullable<Config['callbacks']>, 'session'> & {
    /**
     * Makes the session that a client sees. `token` is given with the strategy `jwt`, `user` with `database`. After an
     * update, `newSession` is what the client sent: validate it. @default name, e-mail address and image of the user
     * @example session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } })
     */
    session?: SessionCallback<S>
  }
}

type AuthFunction = (...parameters: never) => Promise<unknown>

/**
 * The session that `auth` returns, with what the callback `session` adds. Pass the function `auth`, or what has it as a member.
 *
 * @example
 * const auth = (): Promise<{ readonly role: string } | null> => Promise.resolve(null)
 * const session: SessionOf<typeof auth> = { role: 'admin' }
 */
export type SessionOf<Auth extends AuthFunction | { readonly auth: AuthFunction }> = NonNullable<
  Awaited<
    ReturnType<Auth extends { readonly auth: infer Own extends AuthFunction } ? Own : Extract<Auth, AuthFunction>>
  >
>

type ReturnedBy<Source> = Source extends (...parameters: never) => infer Config ? Awaited<Config> : Source

/**
 * The session of a config, or of a function that returns one: what its callback `session` returns. For frameworks that read the config
 * from a file, so that no function takes its type.
 *
 * @example
 * const config = { providers: [], callbacks: { session: () => ({ expires: '2027-01-01T00:00:00.000Z', role: 'admin' }) } }
 * const hasRole = (session: SessionOfConfig<typeof config>): boolean => session.role === 'admin'
 */
export type SessionOfConfig<Source> =
  ReturnedBy<Source> extends {
    readonly callbacks: { readonly session: (...parameters: never) => infer Returned }
  }
    ? Awaited<Returned> & Session
    : Session
