// Written by scripts/plays.ts.
import type { Play } from './play.ts'
import { airtable } from './plays/airtable.ts'
import { amazon } from './plays/amazon.ts'
import { asana } from './plays/asana.ts'
import { authelia } from './plays/authelia.ts'
import { calendly } from './plays/calendly.ts'
import { canva } from './plays/canva.ts'
import { clerk } from './plays/clerk.ts'
import { digitalocean } from './plays/digitalocean.ts'
import { docusign } from './plays/docusign.ts'
import { epicGames } from './plays/epic-games.ts'
import { gitea } from './plays/gitea.ts'
import { gitee } from './plays/gitee.ts'
import { github } from './plays/github.ts'
import { google } from './plays/google.ts'
import { heroku } from './plays/heroku.ts'
import { intuit } from './plays/intuit.ts'
import { keycloak } from './plays/keycloak.ts'
import { kick } from './plays/kick.ts'
import { lichess } from './plays/lichess.ts'
import { linear } from './plays/linear.ts'
import { orcid } from './plays/orcid.ts'
import { soundcloud } from './plays/soundcloud.ts'
import { stackexchange } from './plays/stackexchange.ts'
import { vercel } from './plays/vercel.ts'
import { vimeo } from './plays/vimeo.ts'
import { xero } from './plays/xero.ts'
import { yahoo } from './plays/yahoo.ts'

/** Every provider of the catalogue that is played. */
export const plays: readonly Play[] = [
  airtable,
  amazon,
  asana,
  authelia,
  calendly,
  canva,
  clerk,
  digitalocean,
  docusign,
  epicGames,
  gitea,
  gitee,
  github,
  google,
  heroku,
  intuit,
  keycloak,
  kick,
  lichess,
  linear,
  orcid,
  soundcloud,
  stackexchange,
  vercel,
  vimeo,
  xero,
  yahoo,
]
