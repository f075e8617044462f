// Written by scripts/plays.ts.
import type { Play } from './play.ts'
import { airtable } from './plays/airtable.ts'
import { amazon } from './plays/amazon.ts'
import { apple } from './plays/apple.ts'
import { asana } from './plays/asana.ts'
import { authelia } from './plays/authelia.ts'
import { azureAd } from './plays/azure-ad.ts'
import { azureAdB2c } from './plays/azure-ad-b2c.ts'
import { azureDevops } from './plays/azure-devops.ts'
import { bankidNo } from './plays/bankid-no.ts'
import { battlenet } from './plays/battlenet.ts'
import { bungie } from './plays/bungie.ts'
import { calendly } from './plays/calendly.ts'
import { canva } from './plays/canva.ts'
import { clerk } from './plays/clerk.ts'
import { digitalocean } from './plays/digitalocean.ts'
import { discord } from './plays/discord.ts'
import { docusign } from './plays/docusign.ts'
import { dribbble } from './plays/dribbble.ts'
import { dropbox } from './plays/dropbox.ts'
import { epicGames } from './plays/epic-games.ts'
import { eventbrite } from './plays/eventbrite.ts'
import { eveonline } from './plays/eveonline.ts'
import { facebook } from './plays/facebook.ts'
import { faceit } from './plays/faceit.ts'
import { figma } from './plays/figma.ts'
import { foursquare } from './plays/foursquare.ts'
import { freshbooks } from './plays/freshbooks.ts'
import { frontegg } from './plays/frontegg.ts'
import { fusionauth } from './plays/fusionauth.ts'
import { gitea } from './plays/gitea.ts'
import { gitee } from './plays/gitee.ts'
import { github } from './plays/github.ts'
import { gitlab } from './plays/gitlab.ts'
import { google } from './plays/google.ts'
import { heroku } from './plays/heroku.ts'
import { hubspot } from './plays/hubspot.ts'
import { instagram } from './plays/instagram.ts'
import { intuit } from './plays/intuit.ts'
import { kakao } from './plays/kakao.ts'
import { keycloak } from './plays/keycloak.ts'
import { kick } from './plays/kick.ts'
import { lichess } from './plays/lichess.ts'
import { line } from './plays/line.ts'
import { linear } from './plays/linear.ts'
import { linkedin } from './plays/linkedin.ts'
import { mailchimp } from './plays/mailchimp.ts'
import { mailru } from './plays/mailru.ts'
import { mastodon } from './plays/mastodon.ts'
import { mattermost } from './plays/mattermost.ts'
import { medium } from './plays/medium.ts'
import { microsoftEntraId } from './plays/microsoft-entra-id.ts'
import { netsuite } from './plays/netsuite.ts'
import { nextcloud } from './plays/nextcloud.ts'
import { notion } from './plays/notion.ts'
import { orcid } from './plays/orcid.ts'
import { reddit } from './plays/reddit.ts'
import { roblox } from './plays/roblox.ts'
import { salesforce } from './plays/salesforce.ts'
import { soundcloud } from './plays/soundcloud.ts'
import { stackexchange } from './plays/stackexchange.ts'
import { threads } from './plays/threads.ts'
import { tiktok } from './plays/tiktok.ts'
import { todoist } from './plays/todoist.ts'
import { twitch } from './plays/twitch.ts'
import { twitter } from './plays/twitter.ts'
import { vercel } from './plays/vercel.ts'
import { vimeo } from './plays/vimeo.ts'
import { vipps } from './plays/vipps.ts'
import { vk } from './plays/vk.ts'
import { wechat } from './plays/wechat.ts'
import { xero } from './plays/xero.ts'
import { yahoo } from './plays/yahoo.ts'

/** Every provider of the catalogue that is played. */
export const plays: readonly Play[] = [
  airtable,
  amazon,
  apple,
  asana,
  authelia,
  azureAd,
  azureAdB2c,
  azureDevops,
  bankidNo,
  battlenet,
  bungie,
  calendly,
  canva,
  clerk,
  digitalocean,
  discord,
  docusign,
  dribbble,
  dropbox,
  epicGames,
  eventbrite,
  eveonline,
  facebook,
  faceit,
  figma,
  foursquare,
  freshbooks,
  frontegg,
  fusionauth,
  gitea,
  gitee,
  github,
  gitlab,
  google,
  heroku,
  hubspot,
  instagram,
  intuit,
  kakao,
  keycloak,
  kick,
  lichess,
  line,
  linear,
  linkedin,
  mailchimp,
  mailru,
  mastodon,
  mattermost,
  medium,
  microsoftEntraId,
  netsuite,
  nextcloud,
  notion,
  orcid,
  reddit,
  roblox,
  salesforce,
  soundcloud,
  stackexchange,
  threads,
  tiktok,
  todoist,
  twitch,
  twitter,
  vercel,
  vimeo,
  vipps,
  vk,
  wechat,
  xero,
  yahoo,
]
