const toForm = (fields: Readonly<Record<string, unknown>>): URLSearchParams => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  }
  return form
}

/** The request as the application's own code gets it: the same URL and headers, and a form that it can read. */
export const formRequest = (
  { url, headers }: { readonly url: URL; readonly headers: Headers },
  fields: Readonly<Record<string, unknown>>,
): Request => {
  const formHeaders = new Headers(headers)
  formHeaders.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')
  formHeaders.delete('content-length')
  return new Request(url, { method: 'POST', headers: formHeaders, body: toForm(fields) })
}
