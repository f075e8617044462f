// `npm start`: runs the demo until Ctrl-C, with the sources of the packages, so that it does not wait for their build.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { requireNode, root } from './tools.mjs'

requireNode()
const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve(signal))
  // A signal to npm alone ends the shell between npm and this process. This process gets no signal, only another parent.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || resolve('SIGTERM'), 250).unref()
})

const fromSources = ['--conditions=authwright-source', '--disable-warning=ExperimentalWarning']
const demo = spawn(process.execPath, [...fromSources, 'serve.mjs', '--numbered', ...process.argv.slice(2)], {
  cwd: join(root, 'examples/sveltekit'),
  stdio: 'inherit',
})
const ended = new Promise((resolve) => demo.on('exit', (code) => resolve(code ?? 1)))

const outcome = await Promise.race([ended, stopped])
if (typeof outcome === 'number') process.exit(outcome)

// In a terminal the demo received Ctrl-C too and may be closing. It gets a signal only if it has not ended after the timeout.
const timeout = (ms) => new Promise((resolve) => setTimeout(resolve, ms, 'late'))
if ((await Promise.race([ended, timeout(300)])) === 'late') demo.kill('SIGTERM')
if ((await Promise.race([ended, timeout(5000)])) === 'late') demo.kill('SIGKILL')
process.exit(0)
