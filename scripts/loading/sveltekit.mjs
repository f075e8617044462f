// The hook of SvelteKit, and a page that reads the session. Outside of SvelteKit its modules `$env` and `$app` do not exist.
import { SvelteKitAuth } from '@authwright/sveltekit'
import { config } from './config.mjs'
import { expectAda, makeRequest } from './uses.mjs'

const { handle } = SvelteKitAuth(config)
const request = makeRequest('/')
const cookies = { get: () => undefined, set: () => undefined, delete: () => undefined }
const event = { request, url: new URL(request.url), route: { id: '/' }, locals: {}, cookies }
const resolve = async ({ locals }) => Response.json((await locals.auth())?.user)
const response = await handle({ event, resolve })
expectAda(await response.json())
