import GitHub from '@authwright/core/providers/github'
import { ReactRouterAuth } from '@authwright/react-router'
import { emulated, emulatorAt } from '@authwright/emulator'

export const { middleware, loader, action, auth, requireUser } = ReactRouterAuth(() => ({
  providers: [emulated(GitHub(), emulatorAt(process.env.EMULATOR ?? ''))],
}))
