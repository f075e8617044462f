import type { Application } from '@authwright/testing/frameworks/application'
import { createServer, type Server } from 'node:http'

/** Stands for a server of the framework under test. */
export const makeServer = (_application: Application, _options: object): Server => createServer()
