import { Router } from '@solidjs/router'
import { HttpStatusCode } from '@solidjs/start'
import { FileRoutes } from '@solidjs/start/router'
import { ErrorBoundary, Suspense } from 'solid-js'
import { getRequestEvent } from 'solid-js/web'

/** A guard has set the status of the response before. */
const Failure = () => (
  <>
    <HttpStatusCode code={getRequestEvent()?.response.status ?? 500} />
    <p>Application error</p>
  </>
)

export default function App() {
  return (
    <Router
      base={import.meta.env.SERVER_BASE_URL || import.meta.env.BASE_URL}
      root={(props) => (
        <ErrorBoundary fallback={<Failure />}>
          <Suspense>{props.children}</Suspense>
        </ErrorBoundary>
      )}
    >
      <FileRoutes />
    </Router>
  )
}
