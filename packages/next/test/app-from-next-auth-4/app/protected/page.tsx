export default function Protected() {
  return <h1>For members</h1>
}
