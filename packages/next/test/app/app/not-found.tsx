// It is a part of every page, so a session here would leave no page to prerender.
export default function Missing() {
  return <p>Nothing here</p>
}
