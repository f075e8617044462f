// Written by scripts/plays.ts.
import type { Play } from './play.ts'
import { github } from './plays/github.ts'
import { google } from './plays/google.ts'
import { keycloak } from './plays/keycloak.ts'

/** Every provider of the catalogue that is played. */
export const plays: readonly Play[] = [github, google, keycloak]
