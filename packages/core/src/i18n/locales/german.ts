import type { Messages } from '../../types/messages.ts'

const notLinked = {
  title: 'Dieses Konto ist nicht verbunden',
  text: 'Das Konto oder seine E-Mail-Adresse gehört hier bereits zu einem Benutzer.',
  next: 'Melden Sie sich so an wie beim ersten Mal. Danach können Sie dieses Konto verbinden.',
  signIn: 'Anders anmelden',
}

/** The messages of the built-in pages and e-mails in German. */
export const german: Messages = {
  lang: 'de',
  dir: 'ltr',
  language: 'Sprache',
  titleWithError: (title) => `Fehler: ${title}`,
  logo: 'Logo',
  home: 'Zur Startseite',
  homeAt: (host) => `Zu ${host}`,
  backTo: (name) => `Zurück zu ${name}`,
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  signin: {
    title: 'Anmelden',
    titleOf: (name) => `Bei ${name} anmelden`,
    noMethods: 'Für diese Seite wurde noch keine Anmeldung eingerichtet.',
    withProvider: (name) => `Mit ${name} anmelden`,
    lastUsed: 'Zuletzt benutzt',
    or: 'oder',
    email: 'E-Mail-Adresse',
    emailPlaceholder: 'name@beispiel.de',
    withEmail: 'Weiter mit E-Mail',
    withEmailOf: (name) => `Weiter mit E-Mail (${name})`,
    withPasskey: 'Mit Passkey anmelden',
    signUpWithPasskey: 'Mit Passkey registrieren',
    submit: 'Anmelden',
    search: 'Anmeldeweg suchen',
    nothingFound: 'Dazu wurde nichts gefunden.',
  },
  signout: { title: 'Abmelden', question: 'Möchten Sie sich abmelden?', submit: 'Abmelden', cancel: 'Abbrechen' },
  verifyRequest: {
    title: 'Sehen Sie in Ihr Postfach',
    sent: 'Eine E-Mail zum Anmelden ist unterwegs zu Ihrer Adresse.',
    sentTo: (email) => `Eine E-Mail zum Anmelden ist unterwegs an ${email}.`,
    open: 'Öffnen Sie den Link darin mit diesem Browser. Er gilt einmal.',
    hint: 'Nach einigen Minuten nichts da? Sehen Sie im Spam-Ordner nach, oder gehen Sie zurück und fordern Sie eine neue E-Mail an.',
    code: {
      lead: 'Geben Sie den Code aus der E-Mail hier ein. Enthält sie einen Link, können Sie stattdessen diesen öffnen.',
      label: 'Code',
      length: (characters) => `${characters} Zeichen`,
      submit: 'Anmelden',
    },
  },
  confirmLink: {
    title: 'Anmeldung bestätigen',
    lead: (host) => `Sie sind dabei, sich bei ${host} anzumelden als`,
    requested: ({ where, when }) =>
      `Dieser Link wurde${when === undefined ? '' : ` ${when}`}${where === undefined ? '' : ` in ${where}`} angefordert.`,
    browserOn: (browser, system) => `${browser} unter ${system}`,
    replaces: (email) => `In diesem Browser werden Sie als ${email} abgemeldet.`,
    warning:
      'Fahren Sie nur fort, wenn Sie diesen Link selbst angefordert haben. Wenn nicht, schließen Sie diese Seite; dann geschieht nichts.',
    submit: 'Anmelden',
  },
  chooseAccount: {
    title: 'Welches Konto möchten Sie verwenden?',
    signedInAs: (user) => `Sie sind als ${user} angemeldet.`,
    returnedAs: (provider, user) => `Von ${provider} sind Sie als ${user} zurückgekommen.`,
    warning: (provider) =>
      `Ändern Sie nur etwas, wenn Sie sich gerade selbst bei ${provider} angemeldet haben. Wenn nicht, bleiben Sie angemeldet wie bisher.`,
    check: (provider) => `Melden Sie sich nur an, wenn Sie dieses Konto bei ${provider} selbst verwendet haben.`,
    signInAs: (user) => `Als ${user} anmelden`,
    connect: (provider, user) => `${provider} mit ${user} verbinden`,
    stay: (user) => `Als ${user} angemeldet bleiben`,
    cancel: 'Nicht anmelden',
  },
  confirmBrowser: {
    title: 'Diesen Browser bestätigen',
    lead: (host) => `${host} erkennt diesen Browser künftig wieder, für die Adresse`,
    warning:
      'Damit werden Sie nicht angemeldet. Es sorgt nur dafür, dass andere Sie nicht daran hindern können, E-Mails anzufordern. Fahren Sie nur fort, wenn Sie diesen Browser selbst benutzen.',
    submit: 'Diesen Browser bestätigen',
    doneTitle: 'Dieser Browser ist bestätigt',
    done: 'Sie können jetzt eine E-Mail zum Anmelden anfordern, auch wenn es vorher nicht ging.',
    signIn: 'Zur Anmeldung',
  },
  passkey: {
    title: 'Passkey hinzufügen',
    lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Gerätesperre an. Sie müssen sich nichts merken.',
    add: 'Passkey hinzufügen',
    skip: 'Jetzt nicht',
    needsScript: 'Passkeys brauchen JavaScript, das in diesem Browser ausgeschaltet ist.',
    cancelled:
      'Es ist nichts geschehen: Der Vorgang wurde abgebrochen oder dauerte zu lange. Sie können es erneut versuchen.',
    failed: 'Das hat nicht funktioniert. Bitte versuchen Sie es noch einmal.',
    alreadyRegistered: 'Auf diesem Gerät gibt es schon einen Passkey für dieses Konto.',
    unsupported: 'Dieser Browser kann keine Passkeys verwenden.',
  },
  keepPasskey: {
    title: 'Diesen Passkey behalten?',
    lead: (host) => `Ein Passkey wartet darauf, zu Ihrem Konto bei ${host} hinzugefügt zu werden:`,
    created: ({ where, when }) => `Er wurde ${when}${where === undefined ? '' : ` in ${where}`} erstellt.`,
    warning:
      'Behalten Sie ihn nur, wenn Sie ihn selbst erstellt haben. Jede Person mit diesem Passkey kann sich bei Ihrem Konto anmelden.',
    keep: 'Passkey behalten',
    discard: 'Ohne ihn fortfahren',
  },
  account: {
    title: 'Ihr Konto',
    signedInAs: 'Sie sind angemeldet als',
    accounts: 'Verbundene Konten',
    noAccounts: 'Es ist keines verbunden.',
    unlink: 'Trennen',
    unlinkOf: (name) => `${name} trennen`,
    onlyMethod: 'Ihre einzige Anmeldemöglichkeit',
    linkAnother: 'Weiteres Konto verbinden',
    link: (name) => `${name} verbinden`,
    passkeys: 'Passkeys',
    noPasskeys: 'Sie haben noch keinen.',
    addPasskey: 'Passkey hinzufügen',
    unnamedPasskey: 'Passkey',
    passkeyName: 'Name des Passkeys',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    created: (date) => `Hinzugefügt am ${date}`,
    lastUsed: (date) => `zuletzt benutzt am ${date}`,
    backedUp: 'in Ihrem Passwortmanager gesichert',
    deviceBound: 'nur auf einem Gerät',
    signOut: 'Abmelden',
    email: {
      title: 'E-Mail-Adresse',
      lead: 'An diese Adresse gehen E-Mails, auch die zum Anmelden. Eine neue gilt, sobald Sie sie bestätigt haben.',
      label: 'Neue E-Mail-Adresse',
      submit: 'Adresse ändern',
    },
    done: {
      unlinked: 'Das Konto ist nicht mehr verbunden.',
      'passkey-added': 'Der Passkey wurde hinzugefügt. Sie können sich ab jetzt damit anmelden.',
      'passkey-renamed': 'Der Passkey hat einen neuen Namen.',
      'passkey-deleted': 'Der Passkey wurde entfernt. Sie können sich hier nicht mehr damit anmelden.',
      'email-sent':
        'Eine E-Mail ist unterwegs an die neue Adresse. Ihre Adresse ändert sich, sobald Sie sie dort bestätigen.',
      'email-changed': 'Ihre E-Mail-Adresse wurde geändert.',
    },
  },
  changeEmail: {
    title: 'Neue Adresse bestätigen',
    lead: (host) => `Ihre E-Mail-Adresse bei ${host} ist von jetzt an`,
    replaces: (email) => `Sie ersetzt ${email}.`,
    warning:
      'Fahren Sie nur fort, wenn Sie das selbst angefordert haben. Wenn nicht, schließen Sie diese Seite, und es geschieht nichts.',
    submit: 'Adresse bestätigen',
    doneTitle: 'Ihre Adresse wurde geändert',
    done: (host) => `Sie können sie ab jetzt bei ${host} verwenden.`,
  },
  finishEmail: {
    title: 'Zum Abschließen anmelden',
    lead: (host) =>
      `Um diese E-Mail-Adresse bei ${host} zu verwenden, melden Sie sich dort mit dem Konto an, das sie angefordert hat.`,
    warning:
      'Wenn Sie das nicht angefordert haben, war die E-Mail wohl für eine andere Adresse bestimmt. Schließen Sie diese Seite, und es geschieht nichts.',
    switchUser: 'Abmelden und fortfahren',
  },
  undoEmail: {
    title: 'Adressänderung rückgängig machen',
    lead: (host) => `Ihre E-Mail-Adresse bei ${host} ist dann wieder`,
    effect: 'Alle Anmeldungen bei dem Konto werden beendet, auf jedem Gerät.',
    submit: 'Änderung rückgängig machen',
    doneTitle: 'Sie haben Ihre Adresse zurück',
    done: (host) =>
      `Alle Anmeldungen wurden beendet. Melden Sie sich bei ${host} mit dieser Adresse an und entfernen Sie aus Ihrem Konto, was Sie nicht kennen.`,
    takenTitle: 'Diese Adresse wird bereits verwendet',
    taken: (host) =>
      `Sie gehört inzwischen zu einem anderen Konto bei ${host}, deshalb wurde nichts geändert. Wenn jenes Konto Ihnen gehört, geben Sie ihm eine andere Adresse und öffnen Sie den Link noch einmal. Wenn nicht, wenden Sie sich an die Betreiber der Seite.`,
  },
  repost: { title: 'Einen Moment', text: 'Ihre Anmeldung wird abgeschlossen.', submit: 'Weiter' },
  errorPage: { reference: 'Kennung für den Support' },
  mail: {
    subject: (app) => `Anmelden bei ${app}`,
    codeSubject: (code, app) => `${code} ist Ihr Code für ${app}`,
    button: 'Anmelden',
    code: 'Geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:',
    orCode: 'Oder geben Sie diesen Code dort ein, wo Sie ihn angefordert haben:',
    openLink: 'Öffnen Sie diesen Link, um sich anzumelden:',
    orLink: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:',
    expires: (time) => `Gilt einmal. Gültigkeit: ${time}.`,
    ignore:
      'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren. Ohne sie meldet sich niemand an.',
    newPasskey:
      'Für diese Adresse wurde ein Passkey erstellt. Nach der Anmeldung werden Sie gefragt, ob Sie ihn behalten möchten. Wenn Sie ihn nicht erstellt haben, behalten Sie ihn nicht.',
    confirmBrowser:
      'Wurde Ihnen gesagt, dass es zu viele Versuche gab? Dann öffnen Sie diesen Link in dem Browser, in dem Sie sich anmelden möchten. Er bestätigt nur den Browser und meldet niemanden an.',
    emailChange: {
      subject: (app) => `Bestätigen Sie Ihre E-Mail-Adresse bei ${app}`,
      codeSubject: (code, app) => `${code} ist der Code für Ihre neue E-Mail-Adresse bei ${app}`,
      button: 'Adresse bestätigen',
      openLink: 'Öffnen Sie diesen Link, um die Adresse zu bestätigen:',
      ignore: 'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren. Ohne sie ändert sich nichts.',
    },
    addressInUse: {
      subject: (app) => `Jemand wollte diese Adresse bei ${app} verwenden`,
      ignore:
        'Sie gehört dort schon zu einem Konto, deshalb wurde nichts geändert. Wenn Sie es waren, melden Sie sich mit dieser Adresse an. Wenn nicht, können Sie diese E-Mail ignorieren.',
    },
  },
  notification: {
    linked: {
      subject: (app, name) => `${name} wurde mit Ihrem Konto bei ${app} verbunden`,
      text: (name) => `Mit ${name} kann man sich ab jetzt bei Ihrem Konto anmelden.`,
    },
    unlinked: {
      subject: (app, name) => `${name} wurde von Ihrem Konto bei ${app} getrennt`,
      text: (name) => `Mit ${name} kann man sich nicht mehr bei Ihrem Konto anmelden.`,
    },
    passkeyAdded: {
      subject: (app) => `Zu Ihrem Konto bei ${app} wurde ein Passkey hinzugefügt`,
      text: 'Damit kann man sich ab jetzt bei Ihrem Konto anmelden.',
    },
    passkeyDeleted: {
      subject: (app) => `Aus Ihrem Konto bei ${app} wurde ein Passkey entfernt`,
      text: 'Damit kann man sich nicht mehr bei Ihrem Konto anmelden.',
    },
    emailChanged: {
      subject: (app) => `Ihre E-Mail-Adresse bei ${app} wurde geändert`,
      text: 'E-Mails zum Anmelden gehen ab jetzt an die neue Adresse.',
    },
    emailRestored: {
      subject: (app) => `Ihre E-Mail-Adresse bei ${app} wurde zurückgesetzt`,
      text: 'Die Änderung wurde rückgängig gemacht. E-Mails zum Anmelden gehen wieder an die vorherige Adresse.',
    },
    undo: {
      warning: (time) =>
        `Wenn Sie das waren, ist nichts zu tun. Wenn nicht, machen Sie die Änderung rückgängig: Sie bekommen Ihre Adresse zurück, und alle Anmeldungen werden beendet. Das ist ${time} lang möglich.`,
      button: 'Änderung rückgängig machen',
      openLink: 'Öffnen Sie diesen Link, um die Änderung rückgängig zu machen:',
    },
    when: (time) => `Wann: ${time}`,
    where: (browser) => `Womit: ${browser}`,
    warning:
      'Wenn Sie das waren, ist nichts zu tun. Wenn nicht, öffnen Sie jetzt Ihr Konto und entfernen Sie, was Sie nicht kennen. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an die Betreiber der Seite.',
    button: 'Konto öffnen',
    openLink: 'Ihr Konto:',
  },
  errors: {
    AccessDenied: {
      title: 'Kein Zugang',
      text: 'Sie wurden erkannt, aber dieses Konto darf sich hier nicht anmelden.',
      next: 'Wenn Sie ein anderes Konto haben, versuchen Sie es damit. Sonst fragen Sie die Betreiber dieser Seite.',
      signIn: 'Mit einem anderen Konto anmelden',
    },
    AccountNotLinked: notLinked,
    Configuration: {
      title: 'Bei uns stimmt etwas nicht',
      text: 'Die Anmeldung funktioniert gerade nicht. Sie haben nichts falsch gemacht.',
      next: 'Bitte versuchen Sie es später noch einmal. Bleibt es dabei, sagen Sie es den Betreibern dieser Seite.',
    },
    CredentialsSignin: {
      title: 'Das passt nicht zusammen',
      text: 'Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.',
      signIn: 'Erneut versuchen',
    },
    EmailChangeTooSoon: {
      title: 'Noch keine Änderung möglich',
      text: 'Ihre E-Mail-Adresse wurde erst vor Kurzem geändert oder bestätigt und kann deshalb noch nicht geändert werden.',
      next: 'Wenn sie geändert wurde, enthält eine E-Mail an die bisherige Adresse einen Link, der das rückgängig macht.',
    },
    EmailSignInError: {
      title: 'Die E-Mail konnte nicht gesendet werden',
      text: 'Prüfen Sie, ob die Adresse vollständig und richtig geschrieben ist, und versuchen Sie es noch einmal.',
      signIn: 'Erneut versuchen',
    },
    InvalidCheck: {
      title: 'Diese Anmeldung kann nicht mehr abgeschlossen werden',
      text: 'Sie wurde in einem anderen Browser begonnen, dauerte zu lange oder wurde schon benutzt.',
      next: 'Beginnen Sie neu, und bleiben Sie in demselben Browser.',
      signIn: 'Neu beginnen',
    },
    MissingCSRF: {
      title: 'Das Formular war nicht mehr gültig',
      text: 'Die Seite war zu lange offen, oder der Browser hat seine Cookies nicht gesendet.',
      next: 'Versuchen Sie es noch einmal. Hilft das nicht, erlauben Sie Cookies für diese Seite.',
      signIn: 'Erneut versuchen',
    },
    OAuthAccountNotLinked: notLinked,
    OAuthCallbackError: {
      title: 'Die Anmeldung wurde nicht abgeschlossen',
      text: 'Sie wurde abgebrochen, oder der gewählte Dienst hat nicht bestätigt, wer Sie sind.',
      next: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      signIn: 'Erneut versuchen',
    },
    OAuthSignInError: {
      title: 'Der Dienst ist nicht erreichbar',
      text: 'Der Dienst, mit dem Sie sich anmelden wollten, antwortet gerade nicht.',
      next: 'Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an.',
      signIn: 'Erneut versuchen',
    },
    ReauthenticationRequired: {
      title: 'Bitte melden Sie sich erneut an',
      text: 'Anmeldemöglichkeiten kann nur ändern, wer sich gerade erst angemeldet hat.',
      next: 'Melden Sie sich so an, wie Sie es bisher tun, und versuchen Sie es dann noch einmal.',
      signIn: 'Anmelden',
    },
    SessionRequired: {
      title: 'Bitte melden Sie sich an',
      text: 'Die gewünschte Seite verlangt eine Anmeldung.',
      signIn: 'Anmelden',
    },
    TooManyRequests: {
      title: 'Zu viele Versuche',
      text: 'Das wurde in kurzer Zeit zu oft versucht.',
      next: 'E-Mails, die Sie schon bekommen haben, gelten weiter.',
      signIn: 'Erneut versuchen',
    },
    Verification: {
      title: 'Dieser Link oder Code funktioniert nicht',
      text: 'Er wurde schon benutzt, ist zu alt oder nicht vollständig.',
      next: 'Fordern Sie eine neue E-Mail an, und verwenden Sie die neueste.',
      signIn: 'Neu anfordern',
    },
    WebAuthnVerificationError: {
      title: 'Der Passkey wurde nicht angenommen',
      text: 'Er konnte nicht geprüft werden oder ist hier nicht bekannt.',
      next: 'Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      signIn: 'Erneut versuchen',
    },
  },
  unknownError: {
    title: 'Die Anmeldung hat nicht funktioniert',
    text: 'Dabei ist etwas schiefgegangen.',
    next: 'Bitte versuchen Sie es noch einmal.',
    signIn: 'Zur Anmeldung',
  },
  retry: (when) => `Sie können es ${when} erneut versuchen.`,
}
