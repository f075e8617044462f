import process from 'node:process'

/**
 * Runs this process as a child of `serve.mjs`. It reports its URL over the channel, and ends when the channel closes, so it
 * also ends when the parent was killed.
 *
 * @template Task
 * @param {(task: Task) => Promise<{ url: string, close: () => Promise<unknown> }>} start
 */
export const runAsChild = (start) => {
  // A terminal sends Ctrl-C to all processes. Only the parent reacts to it.
  process.on('SIGINT', () => {})
  /** @param {Task} task */
  const run = async (task) => {
    const { url, close } = await start(task)
    const parentGone = new Promise((resolve) => process.once('disconnect', resolve))
    process.send?.(url)
    if (process.connected) await parentGone
    await close()
    process.exit(0)
  }
  process.once('message', (/** @type {Task} */ task) => {
    run(task).catch((error) => {
      console.error(error)
      process.exit(1)
    })
  })
}
