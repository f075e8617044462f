import { serveSubjects } from '@authwright/test-kit/runtimes/serve-subjects'
import { express } from '../subjects/express.ts'
import { fastify } from '../subjects/fastify.ts'
import { nodeHttp } from '../subjects/node.ts'

serveSubjects(Object.fromEntries([nodeHttp, express, fastify].map((subject) => [subject.name, subject])))
