import { plainSession } from '../../common.js'

export const load = async ({ params, locals }) => ({
  session: params.variant === 'plain' ? plainSession : await locals.auth(),
})
