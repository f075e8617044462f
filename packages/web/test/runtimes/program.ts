import { serveSubjects } from '@authwright/test-kit/runtimes/serve-subjects'
import { plainFetch } from '../subjects/fetch.ts'
import { nativeFetch } from './native.ts'

const isNode = process.versions['bun'] === undefined && process.versions['deno'] === undefined
const subject = isNode ? plainFetch : nativeFetch

serveSubjects({ [subject.name]: subject })
