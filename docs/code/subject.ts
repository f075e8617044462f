import { serveInProcess, type Subject } from '@authwright/testing/frameworks'
import { createServer } from 'node:http'

/** Stands for the subject of a developer's tests. */
export const subject: Subject = {
  name: 'My framework',
  has: new Set(['browser', 'types', 'browser-build']),
  start: (options) => serveInProcess(options, () => createServer()),
}

/** Stands for a run of the compiler. */
export const compileWith = async (_text: string): Promise<string> => ''
