#!/bin/sh
# Makes the database and its two roles, when PostgreSQL's container makes its cluster: one owns the tables, the other works with them.
set -eu
secrets=${SECRETS:-/run/secrets}
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner="$(cat "$secrets/owner-password")" --set application="$(cat "$secrets/application-password")" <<'SQL'
create role kontor_owner login password :'owner';
create role kontor_app login password :'application';
create database kontor owner kontor_owner template template0 encoding 'UTF8';
revoke connect, temporary on database kontor from public;
grant connect on database kontor to kontor_app;
SQL
