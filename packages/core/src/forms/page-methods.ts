import type { RequestInternal, ResolvedConfig } from '../config/engine-types.ts'
import { oncePer } from '../base/async.ts'
import { defined } from '../base/json.ts'
import type { PageProvider, SigninProps } from '../types/page-props.ts'
import { combineMethods } from './identifier-first.ts'
import { pageProviders, requestedMode, toPageProvider } from './page-data.ts'

/** What the sign-in page, or its variant for new users, offers. */
type PageMethods = Pick<SigninProps, 'providers' | 'identifierFirst' | 'mode'>

const makeMethods = ({ basePath }: ResolvedConfig, providers: readonly PageProvider[]): PageMethods => ({
  providers,
  ...defined({ identifierFirst: combineMethods(providers, `${basePath}/signin`) }),
})

const signInMethods = oncePer((config: ResolvedConfig) => makeMethods(config, pageProviders(config)))

/** The methods that create a user. A form that has no field for a new user only signs in. */
const creatingUsers = (config: ResolvedConfig): readonly PageProvider[] =>
  config.providers.all
    .filter(({ method }) => method.facts.hasStoredUsers)
    .map(toPageProvider(config))
    .filter(({ fields }) => fields?.length !== 0)

/**
 * The methods for new users; `undefined` if there is no page for them. Without an adapter the library stores no users,
 * so the application says whether it has an account to create.
 */
export const findSignUpMethods = oncePer((config: ResolvedConfig): PageMethods | undefined => {
  const isOffered = config.signUpPage ?? config.adapter !== undefined
  const providers = isOffered ? creatingUsers(config) : []
  return providers.length === 0 ? undefined : { ...makeMethods(config, providers), mode: 'signup' }
})

/** What the page that the request asks for offers. */
export const methodsFor = (request: RequestInternal, config: ResolvedConfig): PageMethods =>
  (requestedMode(request) === undefined ? undefined : findSignUpMethods(config)) ?? signInMethods(config)
