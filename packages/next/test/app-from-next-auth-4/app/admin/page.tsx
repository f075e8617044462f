export default function Admin() {
  return <h1>For admins</h1>
}
