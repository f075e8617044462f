import { Outlet, Scripts } from 'react-router'
import { middleware as authentication } from './auth.server'

export const middleware = [authentication]

const Root = () => (
  <html lang="en">
    <body>
      <Outlet />
      <Scripts />
    </body>
  </html>
)

export default Root
