import process from 'node:process'

/**
 * Makes this process a child of `serve.mjs`: it starts, says so over the channel, and ends when the channel does. So it
 * never outlives its parent, however that one ended.
 *
 * @template Task
 * @param {(task: Task) => Promise<{ url: string, close: () => Promise<unknown> }>} start
 */
export const beChild = (start) => {
  // Ctrl-C reaches the whole group of processes; the parent alone decides what is done about it.
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
