import { makeApplication, type Application, type ApplicationOptions } from '@authwright/testing/frameworks'
import { makeFetchHandler, respondToError } from '../subjects/fetch.ts'

/** What a test posts to `/start-application`. Its checks run one after the other, so one application is enough. */
export interface WorkerOrder {
  readonly options: ApplicationOptions
  /** The bindings of the application. */
  readonly environment: Readonly<Record<string, string>>
}

/** The binding that receives the messages of the application. */
interface Env {
  readonly LOGS: { readonly fetch: (url: string, init: RequestInit) => Promise<Response> }
}

interface Started extends Application {
  readonly handle: (request: Request) => Promise<Response>
}

let started: Started | undefined

const start = async (request: Request): Promise<Response> => {
  const { options, environment } = (await request.json()) as WorkerOrder
  const application = await makeApplication(options)
  const handle = makeFetchHandler(options, application)
  started = { ...application, handle: (received) => handle(received, environment) }
  return new Response(null)
}

const respond = async (request: Request, { LOGS }: Env): Promise<Response> => {
  if (new URL(request.url).pathname === '/start-application') return start(request)
  if (started === undefined) throw new Error('No application is started')
  try {
    return await started.handle(request)
  } catch {
    return respondToError()
  } finally {
    await LOGS.fetch('http://logs/', { method: 'POST', body: JSON.stringify(started.logs()) })
  }
}

export default { fetch: respond }
