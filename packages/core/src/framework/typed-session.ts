import type { Awaitable } from '../base/async.ts'
import type { AuthConfig } from '../types/auth-config.ts'
import type { CallbacksOptions } from '../types/callbacks.ts'
import type { DefaultSession } from '../types/user.ts'

type SessionCallback<S> = (...parameters: Parameters<CallbacksOptions['session']>) => Awaitable<S>

/** The options of a framework package, whose callback `session` returns sessions of the type `S`. TypeScript infers it. */
export type TypedConfig<Config extends Pick<AuthConfig, 'callbacks'>, S extends DefaultSession> = Omit<
  Config,
  'callbacks'
> & {
  /** Functions of the application that decide. */
  callbacks?: Omit<NonNullable<Config['callbacks']>, 'session'> & {
    /**
     * Makes the session that a client sees. `token` is given with the strategy `jwt`, `user` with `database`. After an update,
     * `newSession` is what the client sent: validate it. @default name, e-mail address and image of the user
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
