// deploy/kubernetes: the manifests have the types of Kubernetes, name settings that there are, and fit together.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { readSettings } from '../server/platform/settings/settings.ts'
import { compiler } from '../tools/install-generators.ts'
import { withoutGenerators } from './support/generators.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy/kubernetes')
type Manifest = { apiVersion: string; kind: string } & Record<string, unknown>
const manifests = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
  .map((document) => {
    assert.deepEqual('errors' in document ? document.errors : [], [])
    return (document as { toJSON(): Manifest }).toJSON()
  })
const find = (kind: string) => manifests.find((one) => one.kind === kind)!

/** The modules of kubernetes-types. */
const moduleOf = (apiVersion: string) =>
  apiVersion === 'v1' ? 'core/v1' : apiVersion.replace(/\.k8s\.io/, '')

/** The compiler's errors about manifests as values of their types: a literal may have no unknown field. */
function typeErrors(values: readonly Manifest[]): string {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const place = mkdtempSync(join(cache, 'kubernetes-'))
  try {
    const file = join(place, 'manifests.ts')
    const lines = values.map(
      (one, index) =>
        `export const m${index}: import('kubernetes-types/${moduleOf(one.apiVersion)}').${one.kind} = ${JSON.stringify(one)}`,
    )
    writeFileSync(file, `${lines.join('\n')}\n`)
    const options = [
      '--noEmit',
      '--strict',
      '--ignoreConfig',
      '--types',
      '',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--moduleDetection',
      'force',
    ]
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' })
    return stdout + stderr
  } finally {
    rmSync(place, { recursive: true })
  }
}

test('every manifest has the type of its kind', { skip: withoutGenerators }, () => {
  assert.deepEqual(manifests.map(({ kind }) => kind).toSorted(), [
    'ConfigMap',
    'Deployment',
    'Ingress',
    'PodDisruptionBudget',
    'Secret',
    'Secret',
    'Service',
  ])
  assert.equal(typeErrors(manifests), '')
  const wrong = { ...find('PodDisruptionBudget'), spec: { minimumAvailable: 1 } }
  assert.match(typeErrors([wrong]), /minimumAvailable"?' does not exist/)
})

test('the settings are those of Kontor', () => {
  const { data } = find('ConfigMap') as unknown as { data: Record<string, string> }
  const { stringData } = find('Secret') as unknown as { stringData: Record<string, string> }
  const settings = readSettings({ ...data, ...stringData })
  assert.equal(settings.port, 8080)
  assert.ok(settings.filesBucket && settings.databaseUrl && settings.trustedProxies)
})

test('the deployment is not root, cannot write its root, and has the time that a stop takes', () => {
  const { spec } = find('Deployment') as unknown as {
    // biome-ignore lint/suspicious/noExplicitAny: the compiler checks its type above
    spec: { template: { spec: any } }
  }
  const pod = spec.template.spec
  const [container] = pod.containers
  assert.equal(pod.securityContext.runAsNonRoot, true)
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  assert.equal(container.livenessProbe.httpGet.path, '/healthz')
  assert.equal(container.readinessProbe.httpGet.path, '/readyz')
  const { data } = find('ConfigMap') as unknown as { data: Record<string, string> }
  const mounts = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  assert.ok(mounts.includes(data['KONTOR_DATA']))
  assert.ok(mounts.includes(dirname(data['KONTOR_SECRET_KEY_FILE']!)), 'the key is not in the data folder')
  assert.ok(pod.terminationGracePeriodSeconds > Number(data['KONTOR_STOP_DELAY']) + 20)
})
