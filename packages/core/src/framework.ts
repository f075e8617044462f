/**
 * What packages for frameworks share. For authors of such packages: applications use the package of their framework.
 * @experimental
 */
export {
  findAction,
  layeredVariables,
  logWarning,
  makeAuthCache,
  pageAddress,
  variablesByName,
} from './framework/configured-auth.ts'
export type { ConfigDefaults, ConfiguredAuth, Environment } from './framework/configured-auth.ts'
export { processVariables } from './runtime/platform.ts'
export { makeRequestContext, type RequestContext, type RequestSource } from './framework/request-context.ts'
export { AccessRefused, callingPage, isPageRequest, refusalResponse, requireUser } from './framework/access.ts'
export type { Access, AccessCheck, AccessRefusal, SignedInSession } from './framework/access.ts'
export { makeObjectValues, type ObjectValues } from './base/object-values.ts'
export {
  addMissingCookies,
  addPendingCookies,
  addToCookieHeader,
  isSharedCacheable,
  keepOwnHeaders,
  missingCookieLines,
  type PendingHeaders,
} from './framework/response-cookies.ts'
export type { SessionOf, SessionOfConfig, TypedConfig } from './framework/typed-session.ts'
export { refuseMalformedHost } from './framework/request-host.ts'
export { readSignInForm, signInOptionsOf } from './framework/sign-in-form.ts'
export type { AuthorizationParams, SignInForm } from './framework/sign-in-form.ts'
export {
  explainFailure,
  explanationOf,
  explanationPage,
  findSignInFailure,
  isLogged,
  redirectFailedSignIn,
  describeUncaught,
  uncaughtResponse,
} from './framework/error-status.ts'
export type { FailedSignIn, SignInFailure } from './framework/error-status.ts'
export { explainVariables } from './errors/describe-error.ts'
export { decideProvenance, originFromHeaders } from './web/origin.ts'
export { authActions } from './types/http.ts'
