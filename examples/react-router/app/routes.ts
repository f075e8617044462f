import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('account', 'routes/account.tsx'),
  route('auth/*', 'routes/auth.ts'),
] satisfies RouteConfig
