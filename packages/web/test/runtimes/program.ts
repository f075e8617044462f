import { serveSubjects } from '@authwright/test-kit/runtimes/serve-subjects'
import { elysiaOnBun } from '../subjects/elysia-on-bun.ts'
import { plainFetch } from '../subjects/fetch.ts'
import { nativeFetch } from './native.ts'

const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined
const subject = isNode ? plainFetch : nativeFetch

serveSubjects({ [subject.name]: subject, [elysiaOnBun.name]: elysiaOnBun })
