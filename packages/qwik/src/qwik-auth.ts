import type { DefaultSession, Runtime, Session } from '@authwright/core'
import { inlinedQrl, type QRL } from '@builder.io/qwik'
import { globalActionQrl, routeLoaderQrl, type Action, type Loader } from '@builder.io/qwik-city'
import { isServer } from '@builder.io/qwik/build'
import type { ConfigSource } from './config.ts'
import type { SignInInput, SignOutInput } from './forms.ts'
import { makeServer, type Server, type ServerFunctions } from './server.ts'

/**
 * What `routeAuth$` and `QwikAuth$` return: functions for code of the server, and hooks for components.
 * @example
 * const auth: QwikAuthResult = routeAuth$(() => ({ providers: [GitHub] }))
 * export const { onRequest, useSession, useSignIn, useSignOut } = auth
 */
export interface QwikAuthResult<S extends Session = Session> extends ServerFunctions<S> {
  /** The session, or `null`. Export it from a plugin or a layout, so that Qwik City reads it for each page. */
  readonly useSession: Loader<S | null>
  /** Start a sign-in by a form, or by `submit` in the browser. Export it with `onRequest`. */
  readonly useSignIn: Action<void, SignInInput, true>
  /** End the session by a form, or by `submit` in the browser. Export it with `onRequest`. */
  readonly useSignOut: Action<void, SignOutInput, true>
}

const refuse = (): Promise<never> => Promise.reject(new Error('This function runs on the server only'))

const inBrowser: Server = {
  onRequest: refuse,
  auth: refuse,
  requireUser: refuse,
  signIn: refuse,
  signOut: refuse,
  update: refuse,
  signInAction: refuse,
  signOutAction: refuse,
}

const makeAuth = <S extends DefaultSession>(
  source: QRL<ConfigSource<S>>,
  fillsSharedMap: boolean,
  runtime?: Runtime,
): QwikAuthResult<S & Session> => {
  // A constant of the bundle. In the browser's bundle nothing imports the code of the server, so it is left out.
  const server = isServer ? makeServer(source, fillsSharedMap, runtime) : inBrowser
  const { signInAction, signOutAction, ...functions } = server
  // Qwik finds loaders and actions by the hash after the underscore, which must be the same in the browser.
  const named = <Value>(value: Value, name: string): QRL<Value> =>
    inlinedQrl(value, `${name}_${source.getHash()}${name}`)
  const result: QwikAuthResult = {
    ...functions,
    useSession: routeLoaderQrl(named(functions.auth, 'session')),
    useSignIn: globalActionQrl(named(signInAction, 'signIn')),
    useSignOut: globalActionQrl(named(signOutAction, 'signOut')),
  }
  // The engine returns what the callback `session` returned.
  return result as QwikAuthResult<S & Session>
}

/**
 * `routeAuth$` after Qwik's optimizer.
 *
 * @example
 * const { auth } = routeAuthQrl($(() => ({ providers: [GitHub] })))
 */
export const routeAuthQrl = <S extends DefaultSession = Session>(
  source: QRL<ConfigSource<S>>,
  runtime?: Runtime,
): QwikAuthResult<S & Session> => makeAuth(source, false, runtime)

/**
 * `QwikAuth$` after Qwik's optimizer.
 *
 * @example
 * const { auth } = QwikAuthQrl($(() => ({ providers: [GitHub] })))
 */
export const QwikAuthQrl = <S extends DefaultSession = Session>(
  source: QRL<ConfigSource<S>>,
  runtime?: Runtime,
): QwikAuthResult<S & Session> => makeAuth(source, true, runtime)

const notOptimized = (): never => {
  throw new Error("Call this function in a file that Qwik's optimizer reads, such as src/routes/plugin@auth.ts")
}

/**
 * Set up authentication for a Qwik City application, in a plugin such as `src/routes/plugin@auth.ts`. The variables `AUTH_SECRET`,
 * `AUTH_URL`, `AUTH_TRUST_HOST` and `AUTH_<ID>_*` are the defaults of options that the config leaves out. Qwik's optimizer leaves the
 * function with the options out of the code for the browser, as it does for all functions whose name begins with `route`.
 *
 * @param source returns the options. With a parameter it is called once per request, without one only once
 * @param runtime the clock, randomness, network and log; tests pass their own
 *
 * @experimental its interface may change
 *
 * @example
 * export const { onRequest, useSession, useSignIn, useSignOut, auth, requireUser } = routeAuth$(() => ({ providers: [GitHub] }))
 */
export const routeAuth$: <S extends DefaultSession = Session>(
  source: ConfigSource<S>,
  runtime?: Runtime,
) => QwikAuthResult<S & Session> = notOptimized

/**
 * `routeAuth$` for applications that were written for `@auth/qwik`: it also reads the session of each request into
 * `event.sharedMap.get('session')`.
 *
 * @deprecated Its function is part of the code for the browser. Use `routeAuth$` and `auth(event)`
 * @example
 * const { onRequest, useSession } = QwikAuth$(() => ({ providers: [GitHub] }))
 */
export const QwikAuth$: <S extends DefaultSession = Session>(
  source: ConfigSource<S>,
  runtime?: Runtime,
) => QwikAuthResult<S & Session> = notOptimized
