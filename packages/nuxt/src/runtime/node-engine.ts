import source from '#authwright/config'
import { useRuntimeConfig } from '#imports'
import { makeNodeEngine, type NodeEngine } from '@authwright/node/engine'
import type { NodeIncomingMessage } from 'h3'

const { app, authwright, public: shared } = useRuntimeConfig()

/** The engine of the application's config. The variables of the server may change these options. */
export const engine: NodeEngine<NodeIncomingMessage> = makeNodeEngine(
  source,
  authwright.trustProxy,
  undefined,
  app.baseURL.replace(/\/+$/, '') + shared.authwright.basePath,
)
