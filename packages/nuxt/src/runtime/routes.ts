import { writeResponse } from '@authwright/node/engine'
import { defineEventHandler, readBody } from 'h3'
import { contextOf } from '../event-context.js'
import { engine } from './node-engine.js'

/** Serves the routes of the library. A parser of the application may have read the body, which h3 keeps then. */
export default defineEventHandler(async (event) => {
  const { req, res } = event.node
  contextOf(event)
  const response = await engine.respond(
    req,
    event.method === 'POST' && req.readableEnded ? await readBody(event) : undefined,
  )
  if (response !== undefined) writeResponse(res, response)
})
