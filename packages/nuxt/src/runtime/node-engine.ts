import * as configModule from '#authwright/config'
import { useRuntimeConfig } from '#imports'
import { InvalidConfig } from '@authwright/core/errors'
import { makeNodeEngine, type NodeEngine } from '@authwright/node/engine'
import type { NodeIncomingMessage } from 'h3'

const { app, authwright, public: shared } = useRuntimeConfig()

const noConfig = () => {
  throw new InvalidConfig(
    'server/auth.ts (or what configFile names) has no default export; write "export default defineAuth({ … })"',
  )
}

/** The engine of the application's config. The variables of the server may change these options. */
export const engine: NodeEngine<NodeIncomingMessage> = makeNodeEngine(
  // A default import that does not exist would fail the build, and the server would not respond.
  configModule.default ?? noConfig,
  authwright.trustProxy,
  undefined,
  app.baseURL.replace(/\/+$/, '') + shared.authwright.basePath,
)
