// Written by scripts/provider-mocks.ts.
import type { ProviderMock } from './provider-mock.ts'
import { _42School } from './providers/42-school.ts'
import { airtable } from './providers/airtable.ts'
import { amazon } from './providers/amazon.ts'
import { apple } from './providers/apple.ts'
import { asana } from './providers/asana.ts'
import { asgardeo } from './providers/asgardeo.ts'
import { atlassian } from './providers/atlassian.ts'
import { auth0 } from './providers/auth0.ts'
import { authelia } from './providers/authelia.ts'
import { authentik } from './providers/authentik.ts'
import { azureAdB2c } from './providers/azure-ad-b2c.ts'
import { azureAd } from './providers/azure-ad.ts'
import { azureDevops } from './providers/azure-devops.ts'
import { bankidNo } from './providers/bankid-no.ts'
import { battlenet } from './providers/battlenet.ts'
import { beyondidentity } from './providers/beyondidentity.ts'
import { bitbucket } from './providers/bitbucket.ts'
import { box } from './providers/box.ts'
import { boxyhqSaml } from './providers/boxyhq-saml.ts'
import { bungie } from './providers/bungie.ts'
import { calendly } from './providers/calendly.ts'
import { canva } from './providers/canva.ts'
import { clerk } from './providers/clerk.ts'
import { clickUp } from './providers/click-up.ts'
import { cognito } from './providers/cognito.ts'
import { coinbase } from './providers/coinbase.ts'
import { concept2 } from './providers/concept2.ts'
import { descope } from './providers/descope.ts'
import { digitalocean } from './providers/digitalocean.ts'
import { discord } from './providers/discord.ts'
import { docusign } from './providers/docusign.ts'
import { dribbble } from './providers/dribbble.ts'
import { dropbox } from './providers/dropbox.ts'
import { duendeIdentityServer6 } from './providers/duende-identity-server6.ts'
import { epicGames } from './providers/epic-games.ts'
import { eventbrite } from './providers/eventbrite.ts'
import { eveonline } from './providers/eveonline.ts'
import { facebook } from './providers/facebook.ts'
import { faceit } from './providers/faceit.ts'
import { figma } from './providers/figma.ts'
import { foursquare } from './providers/foursquare.ts'
import { freshbooks } from './providers/freshbooks.ts'
import { frontegg } from './providers/frontegg.ts'
import { fusionauth } from './providers/fusionauth.ts'
import { gitea } from './providers/gitea.ts'
import { gitee } from './providers/gitee.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { google } from './providers/google.ts'
import { heroku } from './providers/heroku.ts'
import { hubspot } from './providers/hubspot.ts'
import { huggingface } from './providers/huggingface.ts'
import { hydra } from './providers/hydra.ts'
import { identityServer4 } from './providers/identity-server4.ts'
import { instagram } from './providers/instagram.ts'
import { intuit } from './providers/intuit.ts'
import { kakao } from './providers/kakao.ts'
import { keycloak } from './providers/keycloak.ts'
import { kick } from './providers/kick.ts'
import { kinde } from './providers/kinde.ts'
import { lichess } from './providers/lichess.ts'
import { line } from './providers/line.ts'
import { linear } from './providers/linear.ts'
import { linkedin } from './providers/linkedin.ts'
import { logto } from './providers/logto.ts'
import { mailchimp } from './providers/mailchimp.ts'
import { mailru } from './providers/mailru.ts'
import { mastodon } from './providers/mastodon.ts'
import { mattermost } from './providers/mattermost.ts'
import { medium } from './providers/medium.ts'
import { microsoftEntraId } from './providers/microsoft-entra-id.ts'
import { naver } from './providers/naver.ts'
import { netlify } from './providers/netlify.ts'
import { netsuite } from './providers/netsuite.ts'
import { nextcloud } from './providers/nextcloud.ts'
import { notion } from './providers/notion.ts'
import { okta } from './providers/okta.ts'
import { onelogin } from './providers/onelogin.ts'
import { orcid } from './providers/orcid.ts'
import { osso } from './providers/osso.ts'
import { osu } from './providers/osu.ts'
import { passage } from './providers/passage.ts'
import { patreon } from './providers/patreon.ts'
import { pingId } from './providers/ping-id.ts'
import { pinterest } from './providers/pinterest.ts'
import { pipedrive } from './providers/pipedrive.ts'
import { reddit } from './providers/reddit.ts'
import { roblox } from './providers/roblox.ts'
import { salesforce } from './providers/salesforce.ts'
import { simplelogin } from './providers/simplelogin.ts'
import { slack } from './providers/slack.ts'
import { soundcloud } from './providers/soundcloud.ts'
import { spotify } from './providers/spotify.ts'
import { stackexchange } from './providers/stackexchange.ts'
import { strava } from './providers/strava.ts'
import { threads } from './providers/threads.ts'
import { tiktok } from './providers/tiktok.ts'
import { todoist } from './providers/todoist.ts'
import { trakt } from './providers/trakt.ts'
import { twitch } from './providers/twitch.ts'
import { twitter } from './providers/twitter.ts'
import { unitedEffects } from './providers/united-effects.ts'
import { vercel } from './providers/vercel.ts'
import { vimeo } from './providers/vimeo.ts'
import { vipps } from './providers/vipps.ts'
import { vk } from './providers/vk.ts'
import { webex } from './providers/webex.ts'
import { wechat } from './providers/wechat.ts'
import { wikimedia } from './providers/wikimedia.ts'
import { wordpress } from './providers/wordpress.ts'
import { workos } from './providers/workos.ts'
import { xero } from './providers/xero.ts'
import { yahoo } from './providers/yahoo.ts'
import { yandex } from './providers/yandex.ts'
import { zitadel } from './providers/zitadel.ts'
import { zoho } from './providers/zoho.ts'
import { zoom } from './providers/zoom.ts'

/**
 * The mock of every provider in the catalog.
 * @example const github = providerMocks.find(({ id }) => id === 'github')
 */
export const providerMocks: readonly ProviderMock[] = [
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
  azureAdB2c,
  azureAd,
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
