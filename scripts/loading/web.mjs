// A server whose handlers take a `Request`.
import { FetchAuth } from '@authwright/web'
import { config } from './config.mjs'
import { expectAda, makeRequest } from './uses.mjs'

const serve = FetchAuth(config).wrap(async (_request, { auth }) => Response.json((await auth())?.user))
const response = await serve(makeRequest('/'))
expectAda(await response.json())
