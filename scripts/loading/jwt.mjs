// A service that reads the claims of a session, and has no config.
import { getToken } from '@authwright/core/jwt'
import { expectAda, makeRequest, SECRET } from './uses.mjs'

expectAda(await getToken({ req: makeRequest('/'), secret: SECRET }))
