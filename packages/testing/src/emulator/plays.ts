// Written by scripts/plays.ts.
import type { Play } from './play.ts'
import { _42School } from './plays/42-school.ts'
import { airtable } from './plays/airtable.ts'
import { amazon } from './plays/amazon.ts'
import { apple } from './plays/apple.ts'
import { asana } from './plays/asana.ts'
import { asgardeo } from './plays/asgardeo.ts'
import { atlassian } from './plays/atlassian.ts'
import { auth0 } from './plays/auth0.ts'
import { authelia } from './plays/authelia.ts'
import { authentik } from './plays/authentik.ts'
import { azureAd } from './plays/azure-ad.ts'
import { azureAdB2c } from './plays/azure-ad-b2c.ts'
import { azureDevops } from './plays/azure-devops.ts'
import { bankidNo } from './plays/bankid-no.ts'
import { battlenet } from './plays/battlenet.ts'
import { beyondidentity } from './plays/beyondidentity.ts'
import { bitbucket } from './plays/bitbucket.ts'
import { box } from './plays/box.ts'
import { boxyhqSaml } from './plays/boxyhq-saml.ts'
import { bungie } from './plays/bungie.ts'
import { calendly } from './plays/calendly.ts'
import { canva } from './plays/canva.ts'
import { clerk } from './plays/clerk.ts'
import { clickUp } from './plays/click-up.ts'
import { cognito } from './plays/cognito.ts'
import { coinbase } from './plays/coinbase.ts'
import { concept2 } from './plays/concept2.ts'
import { descope } from './plays/descope.ts'
import { digitalocean } from './plays/digitalocean.ts'
import { discord } from './plays/discord.ts'
import { docusign } from './plays/docusign.ts'
import { dribbble } from './plays/dribbble.ts'
import { dropbox } from './plays/dropbox.ts'
import { duendeIdentityServer6 } from './plays/duende-identity-server6.ts'
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
import { huggingface } from './plays/huggingface.ts'
import { hydra } from './plays/hydra.ts'
import { identityServer4 } from './plays/identity-server4.ts'
import { instagram } from './plays/instagram.ts'
import { intuit } from './plays/intuit.ts'
import { kakao } from './plays/kakao.ts'
import { keycloak } from './plays/keycloak.ts'
import { kick } from './plays/kick.ts'
import { kinde } from './plays/kinde.ts'
import { lichess } from './plays/lichess.ts'
import { line } from './plays/line.ts'
import { linear } from './plays/linear.ts'
import { linkedin } from './plays/linkedin.ts'
import { logto } from './plays/logto.ts'
import { mailchimp } from './plays/mailchimp.ts'
import { mailru } from './plays/mailru.ts'
import { mastodon } from './plays/mastodon.ts'
import { mattermost } from './plays/mattermost.ts'
import { medium } from './plays/medium.ts'
import { microsoftEntraId } from './plays/microsoft-entra-id.ts'
import { naver } from './plays/naver.ts'
import { netlify } from './plays/netlify.ts'
import { netsuite } from './plays/netsuite.ts'
import { nextcloud } from './plays/nextcloud.ts'
import { notion } from './plays/notion.ts'
import { okta } from './plays/okta.ts'
import { onelogin } from './plays/onelogin.ts'
import { orcid } from './plays/orcid.ts'
import { osso } from './plays/osso.ts'
import { osu } from './plays/osu.ts'
import { passage } from './plays/passage.ts'
import { patreon } from './plays/patreon.ts'
import { pingId } from './plays/ping-id.ts'
import { pinterest } from './plays/pinterest.ts'
import { pipedrive } from './plays/pipedrive.ts'
import { reddit } from './plays/reddit.ts'
import { roblox } from './plays/roblox.ts'
import { salesforce } from './plays/salesforce.ts'
import { simplelogin } from './plays/simplelogin.ts'
import { slack } from './plays/slack.ts'
import { soundcloud } from './plays/soundcloud.ts'
import { spotify } from './plays/spotify.ts'
import { stackexchange } from './plays/stackexchange.ts'
import { strava } from './plays/strava.ts'
import { threads } from './plays/threads.ts'
import { tiktok } from './plays/tiktok.ts'
import { todoist } from './plays/todoist.ts'
import { trakt } from './plays/trakt.ts'
import { twitch } from './plays/twitch.ts'
import { twitter } from './plays/twitter.ts'
import { unitedEffects } from './plays/united-effects.ts'
import { vercel } from './plays/vercel.ts'
import { vimeo } from './plays/vimeo.ts'
import { vipps } from './plays/vipps.ts'
import { vk } from './plays/vk.ts'
import { webex } from './plays/webex.ts'
import { wechat } from './plays/wechat.ts'
import { wikimedia } from './plays/wikimedia.ts'
import { wordpress } from './plays/wordpress.ts'
import { workos } from './plays/workos.ts'
import { xero } from './plays/xero.ts'
import { yahoo } from './plays/yahoo.ts'
import { yandex } from './plays/yandex.ts'
import { zitadel } from './plays/zitadel.ts'
import { zoho } from './plays/zoho.ts'
import { zoom } from './plays/zoom.ts'

/** Every provider of the catalogue that is played. */
export const plays: readonly Play[] = [
  _42School,
  airtable,
  amazon,
  apple,
  asana,
  asgardeo,
  atlassian,
  auth0,
  authelia,
  authentik,
  azureAd,
  azureAdB2c,
  azureDevops,
  bankidNo,
  battlenet,
  beyondidentity,
  bitbucket,
  box,
  boxyhqSaml,
  bungie,
  calendly,
  canva,
  clerk,
  clickUp,
  cognito,
  coinbase,
  concept2,
  descope,
  digitalocean,
  discord,
  docusign,
  dribbble,
  dropbox,
  duendeIdentityServer6,
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
  huggingface,
  hydra,
  identityServer4,
  instagram,
  intuit,
  kakao,
  keycloak,
  kick,
  kinde,
  lichess,
  line,
  linear,
  linkedin,
  logto,
  mailchimp,
  mailru,
  mastodon,
  mattermost,
  medium,
  microsoftEntraId,
  naver,
  netlify,
  netsuite,
  nextcloud,
  notion,
  okta,
  onelogin,
  orcid,
  osso,
  osu,
  passage,
  patreon,
  pingId,
  pinterest,
  pipedrive,
  reddit,
  roblox,
  salesforce,
  simplelogin,
  slack,
  soundcloud,
  spotify,
  stackexchange,
  strava,
  threads,
  tiktok,
  todoist,
  trakt,
  twitch,
  twitter,
  unitedEffects,
  vercel,
  vimeo,
  vipps,
  vk,
  webex,
  wechat,
  wikimedia,
  wordpress,
  workos,
  xero,
  yahoo,
  yandex,
  zitadel,
  zoho,
  zoom,
]
