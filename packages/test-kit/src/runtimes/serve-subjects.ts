import { createInterface } from 'node:readline'
import type { ApplicationOptions, RunningApplication, Subject } from '@authwright/testing/frameworks'

/** What a test asks of the program: to start an application, or to stop it. */
export type Order =
  | { readonly id: number; readonly subject: string; readonly options: ApplicationOptions }
  | { readonly id: number; readonly subject?: undefined }

/** What the program responds to an order. */
export interface Report {
  readonly id: number
  readonly origin?: string
  readonly isHttp2?: boolean
  readonly error?: string
}

/** Serves subjects in the runtime of this process. Orders and reports are lines of JSON. */
export const serveSubjects = (subjects: Readonly<Record<string, Subject>>): void => {
  const running = new Map<number, RunningApplication>()
  const obey = async (order: Order): Promise<Report> => {
    const { id } = order
    if (order.subject === undefined) {
      await running.get(id)?.stop()
      return { id }
    }
    const application = await subjects[order.subject]?.start(order.options)
    if (application === undefined) throw new Error(`There is no subject ${order.subject}`)
    running.set(id, application)
    return { id, origin: application.origin, isHttp2: application.isHttp2 ?? false }
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const order = JSON.parse(line) as Order
    const fail = (error: unknown): Report => ({ id: order.id, error: String(error) })
    void obey(order)
      .catch(fail)
      .then((report) => console.log(JSON.stringify(report)))
  })
}
