// `node --import count-files.mjs program.mjs`: writes a line `loaded <file>` for each file of the program.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const loaded = []
registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:')) loaded.push(fileURLToPath(url))
    return next(url, context)
  },
})
process.on('exit', () => loaded.forEach((file) => console.log(`loaded ${file}`)))
