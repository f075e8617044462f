/** Resolves when the process is asked to end, or when the process that started it through a channel is gone. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
    process.once('disconnect', resolve)
  })
