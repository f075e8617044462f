export { default, OryHydra, type OryHydraProfile } from './ory-hydra.ts'
