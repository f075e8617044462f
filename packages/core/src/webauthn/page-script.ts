/**
 * The script of pages with passkeys: plain JavaScript that stands in a `<script>` of its own and asks for nothing but the
 * ceremony's options, so the policy of the page needs `connect-src 'self'` beside the script's nonce or hash.
 *
 * It works on each `<form data-passkey data-options-url="…" data-action="authenticate|register">`. A submit is held back, the
 * ceremony is run, and the form is posted with two more fields, `action` and `data`. Without `data-action` the server decides
 * by the fields what is to be done. Where an input of the form has `webauthn` among its `autocomplete` tokens, the browser's
 * autofill offers passkeys at once. What went wrong is written into the form's element `[data-passkey-message]`, hidden until
 * then; its sentences come from attributes of that element: `data-cancelled`, `data-failed`, `data-unsupported`.
 * `[data-passkey-noscript]`, if there is one, is hidden as soon as the script runs.
 */
export const passkeyScript: string = ''
