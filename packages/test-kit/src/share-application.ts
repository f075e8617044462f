import type { RunningApplication, Subject } from '@authwright/testing/frameworks'
import { afterAll } from 'vitest'

/**
 * The subject with one application for all checks that start it without options: to start it takes longer than most checks. Each check sees
 * only the messages that the application has logged since the check began.
 */
export const shareApplication = (subject: Subject): Subject => {
  let shared: Promise<RunningApplication> | undefined
  afterAll(async () => (await shared)?.stop())
  return {
    ...subject,
    start: async (options) => {
      if (Object.keys(options).length > 0) return subject.start(options)
      const running = await (shared ??= subject.start(options))
      const before = running.logs().length
      return { ...running, logs: () => running.logs().slice(before), stop: () => Promise.resolve() }
    },
  }
}
