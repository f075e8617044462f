/** A `*` stands for one label of a host name, or part of one. Everything else is compared exactly. */
export const toOriginPattern = (origin: string): RegExp => {
  const parts = origin.replace(/\/$/, '').split('*')
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[a-z0-9-]+')}$`)
}

/** Domains below which different customers register names, apart from those of one label, such as `com`. */
const SHARED =
  `amplifyapp.com appspot.com azurestaticapps.net azurewebsites.net cloudfront.net co.jp co.uk com.au com.br
  deno.dev firebaseapp.com fly.dev github.io gitlab.io herokuapp.com netlify.app ngrok-free.app ngrok.app ngrok.io
  onrender.com pages.dev railway.app run.app surge.sh trycloudflare.com up.railway.app vercel.app web.app
  workers.dev`.split(/\s+/)

/** Whether a pattern matches hosts that others can register, such as `https://*.vercel.app`. */
export const isSharedOrigin = (pattern: string): boolean => {
  const [, host = ''] = /^(?:[^/]*\/\/)?([^:/]*)/.exec(pattern.toLowerCase()) ?? []
  const labels = host.split('.')
  const lengths = SHARED.filter((shared) => host.endsWith(`.${shared}`)).map((shared) => shared.split('.').length)
  // The label that a customer registers, and all labels to its right.
  const registered = Math.max(0, labels.length - Math.max(1, ...lengths) - 1)
  return labels.slice(registered).some((label) => label.includes('*'))
}
