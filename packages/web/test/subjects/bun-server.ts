// Runs in Bun: serves the test application on a free port, and prints its origin. The argument is its options as JSON.
import { makeApplication, type ApplicationOptions } from '@authwright/testing/frameworks'
import { Elysia } from 'elysia'
import { makeApp } from './elysia-app.ts'

const [, , text = '{}'] = process.argv
const options = JSON.parse(text) as ApplicationOptions
const application = await makeApplication(options)

makeApp(new Elysia(), options, application).listen({ port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
