import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'

const Root = () => (
  <html lang="en">
    <head>
      <HeadContent />
    </head>
    <body>
      <Outlet />
      <Scripts />
    </body>
  </html>
)

export const Route = createRootRoute({ component: Root })
