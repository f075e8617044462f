export default function Static() {
  return <p>signed out</p>
}
