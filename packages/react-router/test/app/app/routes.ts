import { index, route, type RouteConfig } from '@react-router/dev/routes'

const replies = [
  'api/me',
  'twice',
  'redirect',
  'stream',
  'late',
  'own-cookie',
  'same-cookie',
  'login',
  'logout',
  'resize',
  'unawaited',
  'uncaught',
]

export default [
  index('routes/home.tsx'),
  route('auth/*', 'routes/auth.ts', { id: 'auth' }),
  route('members/auth/*', 'routes/auth.ts', { id: 'members' }),
  route('staff/auth/*', 'routes/staff.ts'),
  route('protected', 'routes/protected.tsx'),
  route('api/protected', 'routes/api-protected.ts'),
  route('throws', 'routes/throws.tsx'),
  route('thrown-redirect', 'routes/thrown-redirect.ts'),
  route('fetched', 'routes/fetched.ts'),
  route('user', 'routes/user.tsx'),
  route('enter', 'routes/enter.tsx'),
  route('careless', 'routes/careless.tsx'),
  route('leave', 'routes/leave.tsx'),
  route('act', 'routes/act.tsx'),
  route('client', 'routes/client.tsx'),
  route('static', 'routes/static.tsx'),
  ...replies.map((path) => route(path, 'routes/reply.ts', { id: path })),
  route('*', 'routes/missing.tsx'),
] satisfies RouteConfig
