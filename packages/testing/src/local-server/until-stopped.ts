/** Resolves on SIGINT or SIGTERM, or when the parent process with an IPC channel ends. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
    process.once('disconnect', resolve)
  })
