import { defined } from '../base/json.ts'
import { findAuthTime, toSeconds } from '../base/time.ts'
import { canBeToken, clearLegacyCookies, clearSession, findLegacyTokens, ownTokens } from './session-cookie.ts'
import { loadToken, writeToken } from './session-token.ts'
import { readClaims, toSessionError, type SessionStrategy } from './session-view.ts'
import { findTokenUser, isOver, newTokenUser } from './token-user.ts'

// What sign-ins, changes of the account and sign-outs do with a session in a cookie. Session checks do not load it.

export const issueToken: SessionStrategy['issue'] = async (context, { cookies: jar }, newSession) => {
  const { user, callbackUser = user, account, profile, isNewUser } = newSession
  const authTime = newSession.continues?.authTime ?? toSeconds(context.runtime.now())
  const trigger = isNewUser === true ? 'signUp' : 'signIn'
  // Read before the callback runs: if the address is verified during the callback, that verification ends this session.
  const tokenUser = await newTokenUser(context, newSession)
  const { name, email, image: picture } = user
  const claims = defined({ name, email, picture, sub: tokenUser?.id, auth_time: authTime })
  try {
    const params = defined({ token: claims, user: callbackUser, account, profile, isNewUser, trigger } as const)
    const { callbacks } = context.config
    const token = callbacks.jwt === undefined ? params.token : readClaims(await callbacks.jwt(params))
    if (token === null) return clearSession(context, jar)
    const { cookies } = await writeToken(context, jar, { claims: token, user: tokenUser }, authTime)
    return [...clearLegacyCookies(context, jar), ...cookies]
  } catch (error) {
    throw toSessionError(error)
  }
}

/** The user of the session. If it names a database user, that user must exist and not have revoked it. */
export const findTokenOwner: SessionStrategy['findCurrentUser'] = async (context, jar) => {
  const { loaded } = await loadToken(context, jar)
  if (loaded === null) return null
  const { claims, user } = loaded
  if (user === undefined) return { userId: '', claims }
  const hasUsers = context.config.adapter?.getUser !== undefined
  const stored = hasUsers ? await findTokenUser(context, loaded) : null
  if (hasUsers && isOver(context, loaded, stored)) return null
  return { userId: user.id, claims, authTime: findAuthTime(claims), ...(stored && { user: stored }) }
}

export const endTokenSession: SessionStrategy['end'] = async (context, jar) => {
  if (ownTokens(context, jar).some(canBeToken) || findLegacyTokens(context, jar).length > 0) {
    const { loaded } = await loadToken(context, jar)
    await context.config.emit('signOut', { token: loaded?.claims ?? null })
  }
  return clearSession(context, jar)
}
