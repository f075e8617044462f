export default function Guarded() {
  return <p>Guarded</p>
}
