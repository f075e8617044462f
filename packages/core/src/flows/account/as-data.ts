import type { Site } from '../../config/site.ts'
import { SessionRequired } from '../../errors/classes.ts'
import { publicType, rowOf } from '../../errors/table.ts'
import { json } from '../../web/answer.ts'
import type { Answer } from '../../web/answer.ts'
import type { RequestInternal } from '../../web/request.ts'
import type { WaysIn } from './ways-in.ts'
import { toPagePasskey } from './page-passkey.ts'
import { signalOf } from './signal.ts'

/** Whether a script asks, which wants data and no page. */
export const wantsData = ({ headers }: RequestInternal): boolean => {
  const accept = headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/** Nobody is signed in. */
export const nobody = (): Answer => {
  const error = new SessionRequired()
  return json({ error: publicType(error) }, [], rowOf(error).status)
}

/** One's own passkeys as data. */
export const accountData = async (request: RequestInternal, site: Site, ways: WaysIn): Promise<Answer> => {
  const signal = await signalOf(request, site, ways)
  return json({ passkeys: ways.passkeys.map((row) => toPagePasskey(row, ways)), ...signal })
}
