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
import { facebook } from './plays/facebook.ts'
import { gitea } from './plays/gitea.ts'
import { gitee } from './plays/gitee.ts'
import { github } from './plays/github.ts'
import { google } from './plays/google.ts'
import { heroku } from './plays/heroku.ts'
import { hubspot } from './plays/hubspot.ts'
import { instagram } from './plays/instagram.ts'
import { intuit } from './plays/intuit.ts'
import { keycloak } from './plays/keycloak.ts'
import { kick } from './plays/kick.ts'
import { lichess } from './plays/lichess.ts'
import { linear } from './plays/linear.ts'
import { netsuite } from './plays/netsuite.ts'
import { nextcloud } from './plays/nextcloud.ts'
import { notion } from './plays/notion.ts'
import { orcid } from './plays/orcid.ts'
import { reddit } from './plays/reddit.ts'
import { soundcloud } from './plays/soundcloud.ts'
import { stackexchange } from './plays/stackexchange.ts'
import { threads } from './plays/threads.ts'
import { tiktok } from './plays/tiktok.ts'
import { todoist } from './plays/todoist.ts'
import { twitter } from './plays/twitter.ts'
import { vercel } from './plays/vercel.ts'
import { vimeo } from './plays/vimeo.ts'
import { vk } from './plays/vk.ts'
import { wechat } from './plays/wechat.ts'
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
  facebook,
  gitea,
  gitee,
  github,
  google,
  heroku,
  hubspot,
  instagram,
  intuit,
  keycloak,
  kick,
  lichess,
  linear,
  netsuite,
  nextcloud,
  notion,
  orcid,
  reddit,
  soundcloud,
  stackexchange,
  threads,
  tiktok,
  todoist,
  twitter,
  vercel,
  vimeo,
  vk,
  wechat,
  xero,
  yahoo,
]
