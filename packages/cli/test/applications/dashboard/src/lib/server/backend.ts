import { env } from '$env/dynamic/private'

interface BackendTokens {
  token: string
  refreshToken: string
  expiresIn: number
}

const post = async (path: string, body: unknown): Promise<BackendTokens> => {
  const response = await fetch(`${env.BACKEND_URL}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

export const exchange = (idToken: string) => post('/exchange', { idToken })
export const refresh = (refreshToken: string) => post('/refresh', { refreshToken })

export const loadReports = async (token: string): Promise<string[]> => {
  const response = await fetch(`${env.BACKEND_URL}/reports`, { headers: { authorization: `Bearer ${token}` } })
  return response.ok ? response.json() : []
}
