/**
 * What packages for frameworks on Node's servers build on. For authors of such packages.
 * @experimental
 */
export { makeNodeEngine, type ConfigSource, type NodeAuthConfig, type NodeEngine } from './node-engine.ts'
export { writeResponse } from './node-response.ts'
