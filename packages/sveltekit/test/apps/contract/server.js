// A server of the application's own, as SvelteKit documents it for `adapter-node`, which takes every request for one over https.
import { createServer } from 'node:http'
import { handler } from './build/handler.js'

const { HOST, PORT } = process.env

createServer((request, response) => {
  request.headers['x-own-scheme'] = 'http'
  handler(request, response, () => response.writeHead(404).end())
}).listen(Number(PORT), HOST, () => console.log(`Listening on ${PORT}`))
