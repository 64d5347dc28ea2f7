import { createClient } from '@hey-api/openapi-ts'

export const writeClient = (document, folder) =>
  createClient({
    input: document,
    output: { path: folder, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
