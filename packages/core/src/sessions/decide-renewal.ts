/** Whether a token or row is due to be written again: `updateAge` seconds after it was. */
export const decideRenewal = (written: number, now: number, updateAge: number): 'renew' | 'keep' =>
  now - written >= updateAge ? 'renew' : 'keep'
