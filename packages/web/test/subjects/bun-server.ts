// Runs in Bun: serves the test application on a free port, and prints its origin. Arguments: options as JSON, and the file for the log.
import { appendFileSync } from 'node:fs'
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks'
import { Elysia } from 'elysia'
import { makeApp } from './elysia-app.ts'

const [, , text = '{}', logFile = ''] = process.argv
const options = JSON.parse(text) as ApplicationOptions
const application = await makeApplication(options)
let written = 0

/** Writes what was logged since the last call, before the client gets the response and reads it. */
const writeLog = (): void => {
  const lines = application.logs().slice(written)
  written += lines.length
  appendFileSync(logFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

makeApp(new Elysia(), options, application)
  .wrap((handler) => async (request: Request) => {
    const respond = handler as unknown as (request: Request) => Response | Promise<Response>
    try {
      return await respond(request)
    } finally {
      writeLog()
    }
  })
  .listen({ port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`))
