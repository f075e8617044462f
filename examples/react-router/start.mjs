// Starts the emulator, which takes the place of GitHub, and then the built application.
import { spawn } from 'node:child_process'
import { startEmulator } from '@authwright/emulator'

const emulator = await startEmulator()
const server = spawn(process.execPath, ['node_modules/.bin/react-router-serve', 'build/server/index.js'], {
  env: {
    PORT: '3000',
    AUTH_SECRET: 'a secret of the example, not for production',
    AUTH_TRUST_HOST: 'true',
    ...process.env,
    EMULATOR: emulator.origin,
  },
  stdio: 'inherit',
})
server.on('close', () => void emulator.close())
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill())
