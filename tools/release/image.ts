// The image of a container, as an archive that `docker load`, `podman load` and the tools of OCI read. Its configuration is that of OCI
// with Docker's health check, as BuildKit writes it: umoci has no option for one, and buildah writes it in Docker's format alone.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, moved } from './entries.ts'
import type { Source } from './source.ts'
import { packTar } from './tar.ts'

/** The account of the service: a number, because Kubernetes accepts only such a user as another one than root. */
export const imageUser = 10001

export const home = 'usr/lib/kontor'

const oci = 'application/vnd.oci.image'
const second = 1e9

type Blob = { mediaType: string; digest: string; size: number }
type Layer = Blob & { file: string; diffId: string; what: string }

/** The files of the image beside Debian's files and the tree of the release. */
function ownFiles(): Entry[] {
  const text = (path: string, content: string): Entry => ({ path, content, mode: 0o644 })
  return [
    text(
      'etc/passwd',
      `root:x:0:0:root:/root:/bin/sh\nkontor:x:${imageUser}:${imageUser}::/var/lib/kontor:/bin/sh\n`,
    ),
    text('etc/group', `root:x:0:\nkontor:x:${imageUser}:\n`),
    // A volume that is made for it gets this owner.
    { path: 'var/lib/kontor', folder: true, mode: 0o700, owner: imageUser },
    { path: 'tmp', folder: true, mode: 0o1777 },
    ...['dev', 'proc', 'run', 'sys', 'root'].map((path): Entry => ({ path, folder: true, mode: 0o755 })),
    { path: 'usr/bin/kontor', link: '../lib/kontor/bin/kontor', mode: 0o777 },
  ]
}

/** By busybox: to start Node every time would take more than the answer. */
const healthCheck = {
  Test: ['CMD-SHELL', 'wget -q -O /dev/null "http://127.0.0.1:$KONTOR_PORT/readyz"'],
  Interval: 15 * second,
  Timeout: 5 * second,
  // The first start makes a database, and one after an upgrade migrates it.
  StartPeriod: 120 * second,
  Retries: 3,
}

function configuration(source: Source, created: string, layers: readonly Layer[]) {
  return {
    created,
    architecture: 'amd64',
    os: 'linux',
    config: {
      User: `${imageUser}:${imageUser}`,
      ExposedPorts: { '8080/tcp': {} },
      Env: [
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'KONTOR_HOST=0.0.0.0',
        'KONTOR_PORT=8080',
        'KONTOR_DATA=/var/lib/kontor',
        'NODE_COMPILE_CACHE=/tmp/kontor-cache',
      ],
      Entrypoint: ['/usr/bin/kontor'],
      Cmd: ['serve'],
      Volumes: { '/var/lib/kontor': {} },
      WorkingDir: '/var/lib/kontor',
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.title': 'Kontor',
        'org.opencontainers.image.version': source.version,
        'org.opencontainers.image.revision': source.commit,
        'org.opencontainers.image.created': created,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      },
      Healthcheck: healthCheck,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ what }) => ({ created, created_by: what })),
  }
}

const digestOf = (content: Buffer): string => `sha256:${createHash('sha256').update(content).digest('hex')}`

async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part)
  return `sha256:${hash.digest('hex')}`
}

const blobPath = (digest: string): string => `blobs/${digest.replace(':', '/')}`

function jsonBlob(mediaType: string, value: unknown): Blob & { entry: Entry } {
  const content = Buffer.from(JSON.stringify(value))
  const digest = digestOf(content)
  const entry = { path: blobPath(digest), content, mode: 0o644 }
  return { mediaType, digest, size: content.length, entry }
}

/**
 * Writes the archive. Three layers, so that an upgrade transfers the last one alone if Debian, Node, PostgreSQL and the packages are the same.
 * @param base the files of Debian
 * @param tree the files of the release
 */
export async function buildImage(
  source: Source,
  base: readonly Entry[],
  tree: readonly Entry[],
  file: string,
  level: number,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-image-'))
  const created = new Date(source.seconds * 1000).toISOString()
  const isPackage = ({ path }: Entry) => path.startsWith('node_modules/')
  const pack = async (what: string, entries: readonly Entry[]): Promise<Layer> => {
    const layer = join(folder, `${what}.tar.gz`)
    const diffId = `sha256:${await packTar(entries, layer, source.seconds, level)}`
    const [digest, { size }] = [await digestOfFile(layer), await stat(layer)]
    return { mediaType: `${oci}.layer.v1.tar+gzip`, digest, size, file: layer, diffId, what }
  }
  try {
    const layers = [
      await pack('debian', base),
      await pack('packages', moved(tree.filter(isPackage), home)),
      await pack('kontor', [
        ...ownFiles(),
        ...moved(
          tree.filter((entry) => !isPackage(entry)),
          home,
        ),
      ]),
    ]
    const config = jsonBlob(`${oci}.config.v1+json`, configuration(source, created, layers))
    const describe = ({ mediaType, digest, size }: Blob) => ({ mediaType, digest, size })
    const manifest = jsonBlob(`${oci}.manifest.v1+json`, {
      schemaVersion: 2,
      mediaType: `${oci}.manifest.v1+json`,
      config: describe(config),
      layers: layers.map(describe),
    })
    const name = `kontor:${source.version}`
    const json = (path: string, value: unknown) => ({ path, content: JSON.stringify(value), mode: 0o644 })
    await packTar(
      [
        json('oci-layout', { imageLayoutVersion: '1.0.0' }),
        json('index.json', {
          schemaVersion: 2,
          mediaType: `${oci}.index.v1+json`,
          manifests: [
            {
              ...describe(manifest),
              platform: { architecture: 'amd64', os: 'linux' },
              annotations: {
                'org.opencontainers.image.ref.name': source.version,
                'io.containerd.image.name': `docker.io/library/${name}`,
              },
            },
          ],
        }),
        // For `docker load` without containerd.
        json('manifest.json', [
          {
            Config: blobPath(config.digest),
            RepoTags: [name, 'kontor:latest'],
            Layers: layers.map(({ digest }) => blobPath(digest)),
          },
        ]),
        config.entry,
        manifest.entry,
        ...layers.map(({ digest, file: layer }) => ({ path: blobPath(digest), file: layer, mode: 0o644 })),
      ],
      file,
      source.seconds,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
