// The tables as the documentation or the models of each adapter define them. TypeORM, Sequelize and MikroORM create
// theirs themselves.

/** `@auth/pg-adapter`. */
export const pgSql = `
create table verification_token (identifier text not null, expires timestamptz not null, token text not null,
  primary key (identifier, token));
create table accounts (id serial primary key, "userId" integer not null, type varchar(255) not null,
  provider varchar(255) not null, "providerAccountId" varchar(255) not null, refresh_token text, access_token text,
  expires_at bigint, id_token text, scope text, session_state text, token_type text);
create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null,
  "sessionToken" varchar(255) not null);
create table users (id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz,
  image text);`

/** `@auth/kysely-adapter`. */
export const kyselySql = `
create table "User" (id uuid primary key default gen_random_uuid(), name text, email text unique not null,
  "emailVerified" timestamptz, image text);
create table "Account" (id uuid primary key default gen_random_uuid(),
  "userId" uuid not null references "User" (id) on delete cascade, type text not null, provider text not null,
  "providerAccountId" text not null, refresh_token text, access_token text, expires_at bigint, token_type text,
  scope text, id_token text, session_state text);
create table "Session" (id uuid primary key default gen_random_uuid(),
  "userId" uuid not null references "User" (id) on delete cascade, "sessionToken" text not null unique,
  expires timestamptz not null);
create table "VerificationToken" (identifier text not null, token text not null unique, expires timestamptz not null);
create index "Account_userId_index" on "Account" ("userId");
create index "Session_userId_index" on "Session" ("userId");`

/** `@auth/drizzle-adapter`. */
export const drizzleSql = `
create table "user" (id text primary key, name text, email text unique, "emailVerified" timestamp, image text);
create table account ("userId" text not null references "user" (id) on delete cascade, type text not null,
  provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer,
  token_type text, scope text, id_token text, session_state text, primary key (provider, "providerAccountId"));
create table session ("sessionToken" text primary key,
  "userId" text not null references "user" (id) on delete cascade, expires timestamp not null);
create table "verificationToken" (identifier text not null, token text not null, expires timestamp not null,
  primary key (identifier, token));
create table authenticator ("credentialID" text not null unique,
  "userId" text not null references "user" (id) on delete cascade, "providerAccountId" text not null,
  "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null,
  "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"));`

/** `@auth/prisma-adapter`, as Prisma's migrations make it. */
export const prismaSql = `
create table "User" (id text primary key, name text, email text not null, "emailVerified" timestamp(3), image text,
  "createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3) not null default current_timestamp);
create unique index "User_email_key" on "User" (email);
create table "Account" ("userId" text not null, type text not null, provider text not null,
  "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text,
  scope text, id_token text, session_state text, "createdAt" timestamp(3) not null default current_timestamp,
  "updatedAt" timestamp(3) not null default current_timestamp, primary key (provider, "providerAccountId"),
  foreign key ("userId") references "User" (id) on delete cascade);
create table "Session" ("sessionToken" text not null, "userId" text not null, expires timestamp(3) not null,
  "createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3) not null default current_timestamp,
  foreign key ("userId") references "User" (id) on delete cascade);
create unique index "Session_sessionToken_key" on "Session" ("sessionToken");
create table "VerificationToken" (identifier text not null, token text not null, expires timestamp(3) not null,
  primary key (identifier, token));
create table "Authenticator" ("credentialID" text not null, "userId" text not null, "providerAccountId" text not null,
  "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null,
  "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"),
  foreign key ("userId") references "User" (id) on delete cascade);
create unique index "Authenticator_credentialID_key" on "Authenticator" ("credentialID");`

/** `@auth/d1-adapter`. */
export const d1Statements: readonly string[] = [
  `create table accounts (id text not null, "userId" text not null default null, type text not null default null,
    provider text not null default null, "providerAccountId" text not null default null, refresh_token text default null,
    access_token text default null, expires_at number default null, token_type text default null,
    scope text default null, id_token text default null, session_state text default null,
    oauth_token_secret text default null, oauth_token text default null, primary key (id))`,
  `create table sessions (id text not null, "sessionToken" text not null, "userId" text not null default null,
    expires datetime not null default null, primary key ("sessionToken"))`,
  `create table users (id text not null default '', name text default null, email text default null,
    "emailVerified" datetime default null, image text default null, primary key (id))`,
  `create table verification_tokens (identifier text not null, token text not null default null,
    expires datetime not null default null, primary key (token))`,
]

/** `@auth/kysely-adapter` on SQLite. */
export const kyselySqliteSql = `
create table "User" (id text primary key, name text, email text unique not null, "emailVerified" text, image text);
create table "Account" (id text primary key default (lower(hex(randomblob(16)))),
  "userId" text not null references "User" (id) on delete cascade, type text not null, provider text not null,
  "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text,
  scope text, id_token text, session_state text);
create table "Session" (id text primary key default (lower(hex(randomblob(16)))),
  "userId" text not null references "User" (id) on delete cascade, "sessionToken" text not null unique,
  expires text not null);
create table "VerificationToken" (identifier text not null, token text not null unique, expires text not null);`

/** `@auth/kysely-adapter` on MariaDB. */
export const kyselyMariaStatements: readonly string[] = [
  `create table User (id varchar(36) primary key default uuid(), name text, email varchar(255) unique not null,
    emailVerified datetime(3), image text)`,
  `create table Account (id varchar(36) primary key default uuid(), userId varchar(36) not null, type text not null,
    provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token text, access_token text,
    expires_at bigint, token_type text, scope text, id_token text, session_state text,
    foreign key (userId) references User (id) on delete cascade)`,
  `create table Session (id varchar(36) primary key default uuid(), userId varchar(36) not null,
    sessionToken varchar(255) not null unique, expires datetime(3) not null,
    foreign key (userId) references User (id) on delete cascade)`,
  'create table VerificationToken (identifier text not null, token varchar(255) not null unique, expires datetime(3) not null)',
]

/** `@auth/drizzle-adapter` on SQLite. */
export const drizzleSqliteSql = `
create table user (id text primary key, name text, email text unique, "emailVerified" integer, image text);
create table account ("userId" text not null references user (id) on delete cascade, type text not null,
  provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer,
  token_type text, scope text, id_token text, session_state text, primary key (provider, "providerAccountId"));
create table session ("sessionToken" text primary key, "userId" text not null references user (id) on delete cascade,
  expires integer not null);
create table "verificationToken" (identifier text not null, token text not null, expires integer not null,
  primary key (identifier, token));
create table authenticator ("credentialID" text not null unique,
  "userId" text not null references user (id) on delete cascade, "providerAccountId" text not null,
  "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null,
  "credentialBackedUp" integer not null, transports text, primary key ("userId", "credentialID"));`

/** `@auth/drizzle-adapter` on MariaDB. */
export const drizzleMariaStatements: readonly string[] = [
  `create table user (id varchar(255) primary key, name varchar(255), email varchar(255) unique,
    emailVerified timestamp(3) null, image varchar(255))`,
  `create table account (userId varchar(255) not null references user (id) on delete cascade, type varchar(255) not null,
    provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token varchar(255),
    access_token varchar(255), expires_at int, token_type varchar(255), scope varchar(255), id_token varchar(2048),
    session_state varchar(255), primary key (provider, providerAccountId))`,
  `create table session (sessionToken varchar(255) primary key,
    userId varchar(255) not null references user (id) on delete cascade, expires timestamp not null)`,
  `create table verificationToken (identifier varchar(255) not null, token varchar(255) not null,
    expires timestamp not null, primary key (identifier, token))`,
  `create table authenticator (credentialID varchar(255) not null unique,
    userId varchar(255) not null references user (id) on delete cascade, providerAccountId varchar(255) not null,
    credentialPublicKey varchar(255) not null, counter int not null, credentialDeviceType varchar(255) not null,
    credentialBackedUp boolean not null, transports varchar(255), primary key (userId, credentialID))`,
]
