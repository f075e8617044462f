import { NodeAuth } from '@authwright/node'
import { application, options } from '../contract'

const auth = NodeAuth(async () => (await application).staff)

/** A second config. */
export default fromNodeMiddleware((request, response, next) => {
  if (options.hasStaff) void auth(request, response, next)
  else next()
})
