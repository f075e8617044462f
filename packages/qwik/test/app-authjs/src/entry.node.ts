import { createServer } from 'node:http'
import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan })
const port = Number(process.env['PORT'] ?? 3000)

createServer((request, response) => {
  const fail = () => void response.writeHead(500).end()
  const respond = () => void router(request, response, () => void notFound(request, response, fail))
  void staticFile(request, response, respond)
}).listen(port, () => console.log(`http://localhost:${port}`))
