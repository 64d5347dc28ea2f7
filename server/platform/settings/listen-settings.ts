// Where the service listens.
import { checkInteger, checkNotEmpty, type SettingDefinition } from './setting-definition.ts'

/** Longer paths do not fit into the address of a socket (macOS; Linux allows four more). */
const maxSocketBytes = 103

export const listenSettings: readonly SettingDefinition[] = [
  {
    name: 'KONTOR_PORT',
    help: 'port of the service; 0: any free one',
    defaultValue: '8080',
    check: checkInteger(0, 65535),
  },
  {
    name: 'KONTOR_HOST',
    help: 'address that the service listens on',
    defaultValue: '127.0.0.1',
    check: checkNotEmpty,
  },
  {
    name: 'KONTOR_SOCKET',
    help: 'path of a Unix socket that the service listens on instead of a port, such as /run/kontor/kontor.sock; default: none',
    defaultValue: '',
    check: (value) =>
      value === '' ||
      (value.startsWith('/') && !value.includes('\0') && Buffer.byteLength(value) <= maxSocketBytes)
        ? undefined
        : `must be an absolute path of at most ${maxSocketBytes} bytes`,
  },
  {
    name: 'KONTOR_SOCKET_MODE',
    help: 'who may connect to KONTOR_SOCKET, as a file mode: 0600 the account of the service, 0660 also its group, 0666 everybody',
    defaultValue: '0660',
    check: (value) => (/^0?[0-7]{3}$/.test(value) ? undefined : 'must be a file mode such as 0660'),
  },
]
