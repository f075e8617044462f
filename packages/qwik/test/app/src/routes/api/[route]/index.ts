import type { RequestHandler } from '@builder.io/qwik-city'
import { respond } from '../../../endpoint'

export const onRequest: RequestHandler = (event) => respond(event)
