#!/bin/sh
# Runs Kontor with the settings of the service, for root and the account kontor: nobody else can read them. What the caller's
# environment sets goes first.
settings=/etc/kontor/kontor.env
# The unit works without the file, on the same data.
[ -e "$settings" ] || settings=/dev/null
if [ -r "$settings" ]; then
  # Without spaces around a line, as systemd reads it.
  while read -r line || [ -n "$line" ]; do
    name=${line%%=*}
    case $line in [A-Za-z_]*=*) ;; *) continue ;; esac
    case $name in *[!A-Za-z0-9_]*) continue ;; esac
    eval "[ -z \"\${$name+set}\" ]" || continue
    value=${line#*=}
    # In quotes, as systemd reads them.
    case $value in
      \"*\") value=${value#\"} value=${value%\"} ;;
      \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    export "$name=$value"
  done <"$settings"
  export KONTOR_DATA="${KONTOR_DATA-/var/lib/kontor}"
  # Root's cache would be files that the service cannot replace.
  [ "$(id -u)" = 0 ] && cache= || cache=/var/cache/kontor
  export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-$cache}"
fi
exec /usr/lib/kontor/bin/kontor "$@"
