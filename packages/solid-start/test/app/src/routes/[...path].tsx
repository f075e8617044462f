import { createAsync, query } from '@solidjs/router'
import { HttpStatusCode } from '@solidjs/start'
import type { APIEvent } from '@solidjs/start/server'
import { getName } from '../functions'
import { replyTo } from '../reply'

export const GET = ({ request }: APIEvent) => replyTo(request)
export const POST = GET

const name = query(getName, 'name')

export default function Missing() {
  const text = createAsync(() => name(), { deferStream: true })
  return (
    <>
      <HttpStatusCode code={404} />
      <p>Nothing here for {text()}</p>
    </>
  )
}
